import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendLine, lastLineOf } from '../../../src/audit/line-file.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function fileWith(content: string): string {
  const path = join(scratchFolder(), 'lines');
  writeFileSync(path, content);
  return path;
}

describe('the last line of a file', () => {
  it.each([
    ['', undefined, 0],
    ['one', undefined, 0],
    ['\n', '', 1],
    ['one\n', 'one', 4],
    ['one\ntwo\n', 'two', 8],
    ['one\ntwo\nthr', 'two', 8],
  ])('%j', (content, line, end) => {
    expect(lastLineOf(fileWith(content))).toEqual({ ...(line !== undefined && { line }), end });
  });

  it('is found at the end of a long file', () => {
    const content = `${'x'.repeat(99)}\n`.repeat(1_000);
    expect(lastLineOf(fileWith(content))).toEqual({ line: 'x'.repeat(99), end: 100_000 });
  });

  it('is none of a file that is missing', () => {
    expect(lastLineOf(join(scratchFolder(), 'none'))).toEqual({ end: 0 });
  });
});

describe('a line', () => {
  it('replaces one that a crash has left incomplete', () => {
    const path = fileWith('one\ntw');
    appendLine(path, 'three');
    expect(readFileSync(path, 'utf8')).toBe('one\nthree\n');
  });

  it('begins a file', () => {
    const path = join(scratchFolder(), 'new');
    appendLine(path, 'one');
    appendLine(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });
});
