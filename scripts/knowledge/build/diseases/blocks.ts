import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One entry of a fact file: its heading and its lines by key. */
export interface Block {
  readonly kind: string;
  readonly heading: readonly string[];
  readonly lines: readonly (readonly [key: string, value: string])[];
  /** `file:line`. */
  readonly at: string;
}

export type Complain = (at: string, fault: string) => void;

const KEY = /^([a-z_0-9]+):\s*(.*)$/;
const FACTS: ReadonlySet<string> = new Set([
  'words',
  'finding',
  'disease',
  'presentation',
  'rule',
  'complaint',
  'range',
]);

function withoutComment(line: string): string {
  const at = line.search(/(^|\s)#(\s|$)/);
  return at === -1 ? line : line.slice(0, at);
}

function blocksOf(
  text: string,
  file: string,
  kinds: ReadonlySet<string>,
  complain: Complain,
): Block[] {
  const blocks: { kind: string; heading: string[]; lines: [string, string][]; at: string }[] = [];
  for (const [n, raw] of text.split('\n').entries()) {
    const line = withoutComment(raw).trim();
    if (line === '') continue;
    const [first = ''] = line.split(/\s/, 1);
    const at = `${file}:${n + 1}`;
    const last = blocks.at(-1);
    const [, key, value] = KEY.exec(line) ?? [];
    if (kinds.has(first) && !/^\s/.test(raw)) {
      const heading = line.slice(first.length).split('|');
      blocks.push({ kind: first, heading: heading.map((part) => part.trim()), lines: [], at });
    } else if (last === undefined) complain(at, 'stands before the first block');
    else if (key !== undefined && value !== undefined) last.lines.push([key, value]);
    else {
      const before = last.lines.at(-1);
      if (before === undefined) last.heading.push(line);
      else before[1] += ` ${line}`;
    }
  }
  return blocks;
}

/**
 * Every block of the files below a folder, in the order of their names.
 *
 * @param kinds the words that begin a block
 */
export function readBlocks(
  folder: string,
  complain: Complain,
  kinds: ReadonlySet<string> = FACTS,
): Block[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) =>
      blocksOf(readFileSync(path, 'utf8'), relative(folder, path), kinds, complain),
    );
}

/** All values of a key, in order. */
export const valuesOf = ({ lines }: Block, key: string): string[] =>
  lines.filter(([name]) => name === key).map(([, value]) => value);

/** Items of all lines of a key, cut at a sign. */
export const itemsOf = (block: Block, key: string, at: string | RegExp): string[] =>
  valuesOf(block, key)
    .flatMap((value) => value.split(at))
    .map((item) => item.trim())
    .filter((item) => item !== '');
