import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { KnowledgePackage } from '../../../src/model-packages/knowledge.js';
import type { PackageListing } from '../../../src/model-packages/listing.js';
import { openFirstPackage, readTables } from '../../../src/model-packages/open-packages.js';
import type { KnowledgeManifest } from '../../../src/model-packages/schema.js';
import { UNSIGNED } from '../../support/unsigned.js';

const SCHEMAS = {
  rows: z.array(z.strictObject({ id: z.string(), n: z.number() })),
  words: z.record(z.string(), z.string()),
};

type Tables = Readonly<Record<string, readonly unknown[]>>;

function packageOf(
  id: string,
  tables: Tables,
  kind: KnowledgeManifest['kind'] = 'disease-knowledge',
): KnowledgePackage {
  const manifest = { id, version: '1.0.0', kind } as unknown as KnowledgeManifest;
  const parts = Object.entries(tables).map(
    ([name, contents]) =>
      [name, contents.map((content, n) => ({ file: `${name}-${n}.json`, content }))] as const,
  );
  return { manifest, seal: UNSIGNED, dir: '/nowhere', tables: new Map(parts) };
}
const verified = (found: KnowledgePackage): PackageListing<KnowledgePackage> => ({
  id: found.manifest.id,
  status: 'verified',
  package: found,
});
const read = (tables: Tables, checked = false) =>
  readTables(packageOf('p', tables), SCHEMAS, checked);

describe('the tables of a package', () => {
  it('are joined from their files', () => {
    const rows = [[{ id: 'a', n: 1 }], [{ id: 'b', n: 2 }]];
    expect(read({ rows, words: [{ x: 'y' }] })).toEqual({ rows: rows.flat(), words: { x: 'y' } });
  });

  it.each([
    ['one is missing', { rows: [[]] }, 'tables.words is missing'],
    ['one is not known', { rows: [[]], words: [{}], more: [[]] }, 'tables.more is unknown'],
    ['a row is wrong', { rows: [[{ id: 'a', n: 'x' }]], words: [{}] }, /rows-0\.json: 0\.n/],
    [
      'a row is doubled',
      { rows: [[{ id: 'a', n: 1 }], [{ id: 'a', n: 1 }]], words: [{}] },
      /a is doubled/,
    ],
  ] as const)('are refused where %s', (_, tables, message) => {
    expect(() => read(tables)).toThrow(message);
    expect(() => read(tables)).toThrow(RangeError);
  });

  it('are taken as they are where they were checked before', () => {
    const rows = [{ id: 'a', n: 'unchecked' }];
    expect(read({ rows: [rows], words: [{}] }, true).rows).toEqual(rows);
  });

  it('report a few of many faults', () => {
    const rows = [Array.from({ length: 50 }, () => ({ id: 1, n: 'x' }))];
    let message = '';
    try {
      read({ rows, words: [{}] });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.split('; ')).toHaveLength(5);
  });
});

describe('packages of one kind', () => {
  const first = packageOf('a', {});
  const second = packageOf('b', {});

  it('use the first valid one, and each reports its state', () => {
    const { open, statuses } = openFirstPackage(
      [verified(first), verified(second)],
      'disease-knowledge',
      ({ manifest: { id } }) => {
        if (id === 'a') throw new RangeError('it is broken');
        return `made of ${id}`;
      },
    );
    expect(open).toEqual({ id: 'b', version: '1.0.0', made: 'made of b' });
    expect(statuses).toEqual([
      { state: 'unavailable', id: 'a', reason: 'it is broken' },
      expect.objectContaining({ state: 'ready', id: 'b' }),
    ]);
  });

  it('make no second one', () => {
    const made: string[] = [];
    const { open, statuses } = openFirstPackage(
      [verified(first), verified(second)],
      'disease-knowledge',
      ({ manifest }) => made.push(manifest.id),
    );
    expect(made).toEqual(['a']);
    expect(open?.id).toBe('a');
    expect(statuses[1]).toEqual({
      state: 'unavailable',
      id: 'b',
      reason: 'The package a is already in use.',
    });
  });

  it('leave out other kinds and what is in quarantine', () => {
    const { open, statuses } = openFirstPackage(
      [
        verified(packageOf('words', {}, 'clinical-language')),
        { id: 'c', status: 'quarantined', reason: 'a hash is wrong' },
      ],
      'disease-knowledge',
      () => 1,
    );
    expect({ open, statuses }).toEqual({ open: undefined, statuses: [] });
  });
});
