import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listModelPackages } from '../../../src/inference/model-package.js';
import { listKnowledge } from '../../../src/model-packages/knowledge.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const RULES = JSON.stringify([{ id: 'a' }]);

function manifestOf(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    manifest_version: 1,
    id: 'rules',
    version: '1.0.0',
    kind: 'medication-knowledge',
    format: 1,
    title: 'Rules',
    description: 'Rules of a test.',
    licence: 'Apache-2.0',
    intended_use: 'Automated tests only.',
    tables: { pairs: ['tables/pairs.json'] },
    files: {
      'tables/pairs.json': {
        sha256: createHash('sha256').update(RULES).digest('hex'),
        bytes: RULES.length,
      },
    },
    ...changes,
  };
}

/** A folder of packages with one of them. */
function shelfWith(manifest: unknown, name = 'rules', folder = scratchFolder()): string {
  mkdirSync(join(folder, name, 'tables'), { recursive: true });
  writeFileSync(join(folder, name, 'tables', 'pairs.json'), RULES);
  writeFileSync(join(folder, name, 'model.json'), JSON.stringify(manifest));
  return folder;
}

async function reasonOf(manifest: unknown): Promise<string> {
  const [entry] = await listKnowledge(shelfWith(manifest));
  if (entry?.status !== 'quarantined') throw new Error('expected a quarantined package');
  return entry.reason;
}

describe('a package of knowledge', () => {
  it('is read with its tables, and is nothing that a worker opens', async () => {
    const folder = shelfWith(manifestOf());
    const [entry] = await listKnowledge(folder);
    if (entry?.status !== 'verified') throw new Error('expected a verified package');
    expect(entry.package.manifest.version).toBe('1.0.0');
    expect(entry.package.tables.get('pairs')).toEqual([
      { file: 'tables/pairs.json', content: [{ id: 'a' }] },
    ]);
    expect(await listModelPackages(folder)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', { colour: 'red' }, 'colour is not known'],
    ['a table that leaves the folder', { tables: { pairs: ['../x.json'] } }, 'tables.pairs.0'],
    [
      'a table that is not declared',
      { tables: { pairs: ['more.json'] } },
      'does not list more.json',
    ],
    ['an overlay of nothing', { kind: 'medication-overlay' }, 'base is required'],
    [
      'a changed byte',
      { files: { 'tables/pairs.json': { sha256: '0'.repeat(64), bytes: RULES.length } } },
      'does not match the file',
    ],
  ])('with %s is quarantined', async (_what, changes, reason) => {
    expect(await reasonOf(manifestOf(changes))).toContain(reason);
  });

  it('says which of its files is no JSON', async () => {
    const text = '[{';
    const sha256 = createHash('sha256').update(text).digest('hex');
    const folder = shelfWith(manifestOf({ files: { 'tables/pairs.json': { sha256, bytes: 2 } } }));
    writeFileSync(join(folder, 'rules', 'tables', 'pairs.json'), text);
    const [entry] = await listKnowledge(folder);
    expect(entry).toMatchObject({
      status: 'quarantined',
      reason: expect.stringContaining('tables/pairs.json is not JSON'),
    });
  });

  it('of an id that is there twice is not trusted, whichever it is', async () => {
    const folder = shelfWith(manifestOf());
    shelfWith(manifestOf(), 'other', folder);
    expect((await listKnowledge(folder)).map(({ status }) => status)).toEqual([
      'quarantined',
      'quarantined',
    ]);
  });

  it('must lie in the folder of packages', async () => {
    const elsewhere = shelfWith(manifestOf());
    const folder = scratchFolder();
    symlinkSync(join(elsewhere, 'rules'), join(folder, 'rules'));
    expect(await listKnowledge(folder)).toMatchObject([{ status: 'quarantined' }]);
  });

  it('leaves a package of another kind to those who read it', async () => {
    const folder = shelfWith(manifestOf({ kind: 'oracle' }));
    expect(await listKnowledge(folder)).toEqual([]);
    expect(await listModelPackages(folder)).toMatchObject([{ status: 'quarantined' }]);
  });
});
