import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemsOf, readBlocks, valuesOf } from '../../../scripts/knowledge/build/diseases/blocks.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function blocksOf(files: Readonly<Record<string, string>>) {
  const folder = scratchFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const faults: string[] = [];
  const blocks = readBlocks(folder, (at, fault) => faults.push(`${at} ${fault}`));
  return { blocks, faults };
}

const TEXT = `# a comment
finding fever | Fever | symptom | .1
  say: fever; "high temperature"   # said by all
  say: feverish
  measure: temperature >= 38

disease flu | Influenza | J11.1
  find: fever .9,
    cough .8
`;

describe('the blocks of a fact file', () => {
  const two = () => {
    const { blocks, faults } = blocksOf({ 'one.txt': TEXT });
    const [fever, flu] = blocks;
    return { blocks, faults, fever, flu };
  };

  it('have a kind, a heading, and lines by key', () => {
    const { blocks, faults, fever } = two();
    expect(faults).toEqual([]);
    expect(blocks.map(({ kind, heading }) => [kind, heading[0]])).toEqual([
      ['finding', 'fever'],
      ['disease', 'flu'],
    ]);
    expect(fever?.heading).toEqual(['fever', 'Fever', 'symptom', '.1']);
    expect(fever && valuesOf(fever, 'measure')).toEqual(['temperature >= 38']);
  });

  it('say where they stand', () => {
    const { fever, flu } = two();
    expect([fever?.at, flu?.at]).toEqual(['one.txt:2', 'one.txt:7']);
  });

  it('join lines of one key, and lines that go on', () => {
    const { fever, flu } = two();
    expect(fever && itemsOf(fever, 'say', ';')).toEqual([
      'fever',
      '"high temperature"',
      'feverish',
    ]);
    expect(flu && itemsOf(flu, 'find', ',')).toEqual(['fever .9', 'cough .8']);
  });

  it('are read in the order of the files, whatever else lies there', () => {
    const many = blocksOf({
      'b/two.txt': 'finding b | B | symptom | .1',
      'a.txt': 'finding a | A | symptom | .1',
      'README.md': 'finding c | C | symptom | .1',
    });
    expect(many.blocks.map(({ heading, at }) => [heading[0], at])).toEqual([
      ['a', 'a.txt:1'],
      ['b', 'b/two.txt:1'],
    ]);
  });

  it('begin a file', () => {
    expect(blocksOf({ 'x.txt': 'say: fever\n' }).faults).toEqual([
      'x.txt:1 stands before the first block',
    ]);
  });

  it('keep the numbers of codes that look like comments', () => {
    const { blocks: codes } = blocksOf({
      'x.txt': 'finding a | A | symptom | .1\n  say: no#1 pain',
    });
    expect(codes[0] && valuesOf(codes[0], 'say')).toEqual(['no#1 pain']);
  });
});
