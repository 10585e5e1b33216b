import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a list, and where it stands: `labs.txt:12`. */
export interface TermLine {
  readonly text: string;
  readonly at: string;
}

/** The lists of terms by name, without comments and empty lines. */
export type TermLists = ReadonlyMap<string, readonly TermLine[]>;

/** Every list of a folder. */
export function readTermLists(folder: string): TermLists {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort();
  return new Map(
    files.map((file) => {
      const lines = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .map((text, n): TermLine => ({ text: text.trim(), at: `${file}:${n + 1}` }));
      const kept = lines.filter(({ text }) => text !== '' && !text.startsWith('#'));
      return [file.replace(/\.txt$/, ''), kept] as const;
    }),
  );
}

/** Parts between signs, without spaces around them and without empty ones. */
export const partsOf = (text: string, sign: string): string[] =>
  text
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What stands before and after the first occurrence of a sign. */
export function cutAt(text: string, sign: string): readonly [before: string, after: string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}
