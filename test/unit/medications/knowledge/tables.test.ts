import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Issue } from '../../../../src/core/errors.js';
import { joinTable } from '../../../../src/core/join-tables.js';
import { createClasses, readClassSelector } from '../../../../src/medications/knowledge/classes.js';
import { createSources } from '../../../../src/medications/knowledge/sources.js';

const list = z.array(z.strictObject({ id: z.string(), n: z.number() }));
const record = z.record(z.string(), z.number());

function join(schema: z.ZodType, ...contents: unknown[]) {
  const issues: Issue[] = [];
  const parts = contents.map((content, at) => ({ from: `file-${at}`, content }));
  return { table: joinTable(schema, parts, issues), issues };
}

describe('a table of several files', () => {
  it('is one', () => {
    const lists = join(list, [{ id: 'a', n: 1 }], [{ id: 'b', n: 2 }]);
    expect(lists).toEqual({
      table: [
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
      issues: [],
    });
    expect(join(record, { a: 1 }, { b: 2 })).toEqual({ table: { a: 1, b: 2 }, issues: [] });
  });

  it('names the file and the place of every fault', () => {
    expect(join(list, [{ id: 'a', n: 'x' }], [{ id: 'b', m: 2 }])).toMatchObject({
      table: undefined,
      issues: [{ field: 'file-0: 0.n' }, { field: 'file-1: 0.n' }, { field: 'file-1: 0.m' }],
    });
  });

  it('has nothing twice', () => {
    const twice = join(list, [{ id: 'a', n: 1 }], [{ id: 'a', n: 2 }]);
    expect(twice.issues).toEqual([{ field: 'file-1: a', issue: 'is doubled' }]);
    expect(join(record, { a: 1 }, { a: 1 }).issues).toEqual([
      { field: 'file-1: a', issue: 'is doubled' },
    ]);
  });
});

describe('a selector', () => {
  const classes = createClasses({
    qt: { title: 'QT', members: { sotalol: 4, ondansetron: 3, mirtazapine: 1 }, sources: ['s'] },
  });

  it.each([
    ['sotalol', ['sotalol']],
    ['@qt', ['sotalol', 'ondansetron', 'mirtazapine']],
    ['@qt>=3', ['sotalol', 'ondansetron']],
    ['@qt=1', ['mirtazapine']],
    ['@absent', []],
  ])('%s', (selector, members) => {
    expect([...classes.membersOf(selector)]).toEqual(members);
  });

  it('that is none has no parts', () => {
    expect(readClassSelector('@qt>3')).toBeUndefined();
    expect(readClassSelector('qt')).toBeUndefined();
    expect(readClassSelector('@qt>=2.5')).toEqual({
      id: 'qt',
      from: 2.5,
      to: Number.POSITIVE_INFINITY,
    });
  });

  it('returns the rank of a member and the title', () => {
    expect(classes.weight('qt', 'sotalol')).toBe(4);
    expect(classes.weight('qt', 'aspirin')).toBeUndefined();
    expect(classes.titleOf('qt')).toBe('QT');
    expect(classes.matches('@qt>=3', 'mirtazapine')).toBe(false);
  });
});

describe('sources', () => {
  const sources = createSources({
    beers: { name: 'Beers', url_or_doi: '10.1111/jgs.18372', year: 2023 },
    'fda:*': { name: 'Label: {x}', url_or_doi: 'https://example.org/?q={x}', year: null },
    'fda:special': { name: 'Special', url_or_doi: 'https://example.org/s', year: 2020 },
  });

  it('come by id or by family', () => {
    expect(sources.get('beers')?.year).toBe(2023);
    expect(sources.get('fda:valproic acid')).toEqual({
      name: 'Label: valproic acid',
      url_or_doi: 'https://example.org/?q=valproic%20acid',
      year: null,
    });
    expect(sources.get('fda:special')?.name).toBe('Special');
  });

  it.each(['smpc:x', 'fda:', 'fda:*', 'none', ''])('has nothing for "%s"', (id) => {
    expect(sources.get(id)).toBeUndefined();
  });
});
