import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareEntries, readEntries } from '../../../scripts/knowledge/build/changes.js';

const folder = mkdtempSync(join(tmpdir(), 'wardbox-changes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A package with these tables, one file each. */
function packageOf(name: string, tables: Readonly<Record<string, unknown>>) {
  const dir = join(folder, name);
  mkdirSync(dir);
  const entries = Object.entries(tables);
  const manifest = {
    manifest_version: 1,
    id: 'made-up',
    version: '1.0.0',
    kind: 'disease-knowledge',
    title: 'T',
    description: 'D',
    licence: 'L',
    intended_use: 'I',
    format: 1,
    files: {},
    tables: Object.fromEntries(entries.map(([table]) => [table, [`${table}.json`]])),
  };
  writeFileSync(join(dir, 'model.json'), JSON.stringify(manifest));
  for (const [table, rows] of entries) {
    writeFileSync(join(dir, `${table}.json`), JSON.stringify(rows));
  }
  return readEntries(dir);
}

describe('what changed between two packages', () => {
  const before = packageOf('before', {
    diseases: [
      { id: 'flu', rate: 1 },
      { id: 'gout', rate: 2 },
    ],
    words: { pain: ['ache'] },
    ranges: [
      { variable: 'sodium', from_age: 0 },
      { variable: 'sodium', from_age: 18 },
    ],
  });

  it('is nothing where entries only stand in another order', () => {
    const after = packageOf('reordered', {
      words: { pain: ['ache'] },
      diseases: [
        { id: 'gout', rate: 2 },
        { id: 'flu', rate: 1 },
      ],
      ranges: [
        { variable: 'sodium', from_age: 0 },
        { variable: 'sodium', from_age: 18 },
      ],
    });
    expect(compareEntries(before, after)).toEqual([]);
  });

  it('names what came, went and changed, by table', () => {
    const after = packageOf('edited', {
      diseases: [
        { id: 'flu', rate: 3 },
        { id: 'mumps', rate: 1 },
      ],
      words: { pain: ['ache', 'hurt'] },
      ranges: [{ variable: 'sodium', from_age: 0 }],
    });
    expect(compareEntries(before, after)).toEqual([
      { table: 'diseases', added: ['mumps'], removed: ['gout'], changed: ['flu'] },
      { table: 'words', added: [], removed: [], changed: ['pain'] },
      { table: 'ranges', added: [], removed: ['sodium (2)'], changed: [] },
    ]);
  });

  it('counts a table that was not there as added', () => {
    expect(
      compareEntries(new Map(), before).map(({ table, added }) => [table, added.length]),
    ).toEqual([
      ['diseases', 2],
      ['words', 1],
      ['ranges', 2],
    ]);
  });
});
