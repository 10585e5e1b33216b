import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A stretch of a text that a corpus annotates. */
export interface Marked {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

export interface MarkedText {
  readonly text: string;
  readonly marked: readonly Marked[];
}

const NO_SPACE_BEFORE = /^[,.;:)\]%?!]$/;
const TIGHT = /^[-/']$/;

/** The tokens of a corpus as they would be written, with the offsets of what is annotated. */
function joined(tokens: readonly (readonly [string, string])[]): MarkedText {
  let text = '';
  const marked: { start: number; end: number; type: string }[] = [];
  let tight = true;
  for (const [word, tag] of tokens) {
    const close = tight || NO_SPACE_BEFORE.test(word) || TIGHT.test(word);
    if (!close) text += ' ';
    const start = text.length;
    text += word;
    const last = marked.at(-1);
    if (tag.startsWith('B-')) marked.push({ start, end: text.length, type: tag.slice(2) });
    else if (tag.startsWith('I-') && last !== undefined) last.end = text.length;
    tight = TIGHT.test(word) || /^[([]$/.test(word);
  }
  return { text, marked };
}

/** The sentences of a file in IOB (two columns, an empty line between sentences). */
export function readIob(path: string): readonly MarkedText[] {
  const rows = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  const texts: MarkedText[] = [];
  let tokens: (readonly [string, string])[] = [];
  for (const row of [...rows, '']) {
    const columns = row.split('\t');
    const [word, tag] = [columns[0] ?? '', columns.at(-1) ?? 'O'];
    if (row.trim() !== '') tokens.push([word, tag]);
    else if (tokens.length > 0) {
      texts.push(joined(tokens));
      tokens = [];
    }
  }
  return texts;
}
