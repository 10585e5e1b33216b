import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  joinSources,
  readDrugSources,
  toFaults,
} from '../../../scripts/knowledge/build/drugs/sources.js';

const root = mkdtempSync(join(tmpdir(), 'wardbox-drugs-'));
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
function sourcesOf(files: Readonly<Record<string, string>>) {
  const folder = join(root, String(folders++));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return readDrugSources(folder);
}

const RULE = '{"id": "heart.one", "a": ["x"], "b": ["y"]}';

describe('files of drug knowledge', () => {
  it('belong to the table of their folder, or of their own name', () => {
    const { sources } = sourcesOf({
      'pairs/heart.json': '[\n]',
      'look-alikes.json': '[\n]',
      'pairs/bleeding.json': '[\n]',
    });
    expect(sources.map(({ file, table }) => [file, table])).toEqual([
      ['look-alikes.json', 'look_alikes'],
      ['pairs/bleeding.json', 'pairs'],
      ['pairs/heart.json', 'pairs'],
    ]);
  });

  it('of a table that nothing reads are a fault', () => {
    expect(sourcesOf({ 'moods/all.json': '[]' }).faults).toEqual([
      { at: 'moods/all.json', fault: 'moods is no table of drug knowledge' },
    ]);
  });

  it('that are no JSON are a fault of their line', () => {
    const { faults } = sourcesOf({ 'pairs/heart.json': `[\n${RULE}\n${RULE}\n]` });
    expect(faults.map(({ at }) => at)).toEqual(['pairs/heart.json:3']);
  });
});

describe('faults of drug knowledge', () => {
  it('that a schema sees name the line of the entry', () => {
    const { sources } = sourcesOf({ 'pairs/heart.json': `[\n${RULE}\n]` });
    const { tables, issues } = joinSources(sources);
    expect(tables).toBeUndefined();
    const ofPairs = issues.filter(({ field }) => field.startsWith('pairs/'));
    const faults = toFaults(sources, ofPairs);
    expect(new Set(faults.map(({ at }) => at))).toEqual(new Set(['pairs/heart.json:2']));
    expect(faults.map(({ fault }) => fault).join()).toContain('severity');
  });

  it('are told of a table that has no file', () => {
    const { issues } = joinSources(sourcesOf({ 'pairs/heart.json': '[]' }).sources);
    expect(issues).toContainEqual({ field: 'sources', issue: 'has no file' });
  });

  it.each([
    [{ field: 'pairs.heart.one', issue: 'is wrong' }, 'pairs/heart.json:3', 'heart.one: is wrong'],
    [{ field: 'sources.nice', issue: 'is wrong' }, 'sources/all.json:2', 'nice: is wrong'],
    [{ field: 'pairs.none', issue: 'is wrong' }, 'pairs/bleeding.json', 'none: is wrong'],
  ])('of $field stand where its entry does', (issue, at, fault) => {
    const { sources } = sourcesOf({
      'pairs/bleeding.json': '[\n{"id": "bleeding.one"}\n]',
      'pairs/heart.json': `[\n{"id": "heart.none"},\n${RULE}\n]`,
      'sources/all.json': '{\n"nice": {"name": "NICE"}\n}',
    });
    expect(toFaults(sources, [issue])).toEqual([{ at, fault }]);
  });
});
