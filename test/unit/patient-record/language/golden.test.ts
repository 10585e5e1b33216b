import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { language } from './language.js';

const FOLDER = join(import.meta.dirname, 'golden');
const MARK = /\[([^|\]]+)\|[^\]]+\]/g;

/** A line of a golden file without its marks: `[chest pain|symptom|absent]` is `chest pain`. */
const bare = (line: string) => line.replace(MARK, '$1').replaceAll('\\n', '\n');

/** The line as the reader marks it; `present` is not written. */
function marked(text: string, source: 'note' | 'dialogue'): string {
  let out = '';
  let at = 0;
  for (const { start, end, type, assertion } of language.read(text, { source }).entities) {
    const said = assertion === 'present' ? '' : `|${assertion}`;
    out += `${text.slice(at, start)}[${text.slice(start, end)}|${type}${said}]`;
    at = end;
  }
  return (out + text.slice(at)).replaceAll('\n', '\\n');
}

const files = readdirSync(FOLDER).sort();

describe('the golden lines', () => {
  it('are at least four hundred, and each has its marks', () => {
    const lines = files.flatMap((file) =>
      readFileSync(join(FOLDER, file), 'utf8').trim().split('\n'),
    );
    expect(lines.length).toBeGreaterThanOrEqual(400);
    expect(lines.filter((line) => line !== bare(line)).length).toBeGreaterThan(380);
  });

  for (const file of files) {
    const lines = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n');
    it(`are read as they are marked: ${file}`, () => {
      const source = file === 'dialogue.txt' ? 'dialogue' : 'note';
      expect(lines.map((line) => marked(bare(line), source))).toEqual(lines);
    });
  }
});
