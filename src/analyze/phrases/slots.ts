import { GAP, SENTENCE_END, type Word } from '../../language/text/words.js';
import type { Alternative, Slot } from './pattern.js';
import { stemOf } from './stem.js';

/** What a phrase of one place never goes over. */
export const CLAUSE_END = SENTENCE_END | GAP.comma | GAP.colon;
const NOTHING: readonly never[] = [];

/** A text as patterns see it. */
export interface Text {
  readonly words: readonly Word[];
  readonly stems: readonly string[];
  /** How many words before each place count for a distance. */
  readonly counted: readonly number[];
  /** All of its stems. */
  readonly known: ReadonlySet<string>;
  /** Whether a slot is filled anywhere in it, as far as somebody asked. */
  readonly filled: Map<FastSlot, boolean>;
}

/** Words that say nothing and make nothing distant. */
const LIGHT = new Set('the a an his her my their your its this that some any very'.split(' '));

export function textOf(words: readonly Word[]): Text {
  const counted = [0];
  for (const { folded } of words) counted.push((counted.at(-1) ?? 0) + (LIGHT.has(folded) ? 0 : 1));
  const stems = words.map(({ folded }) => stemOf(folded));
  return { words, stems, counted, known: new Set(stems), filled: new Map() };
}

/** Words that count between two places. */
export const between = ({ counted }: Text, to: number, from: number): number =>
  (counted[from] ?? 0) - (counted[to] ?? 0);

/** Whether an alternative stands at a word: how many words it takes, light ones between, or 0. */
function fills(one: Alternative, { words, stems }: Text, at: number): number {
  let place = at;
  for (let n = 0; n < one.length; n += 1) {
    const test = one[n];
    if (test === undefined) return 0;
    const fits = (word: Word | undefined) =>
      word !== undefined &&
      (test.open ? word.folded.startsWith(test.stem) : stems[place] === test.stem) &&
      (n === 0 || (word.gap & CLAUSE_END) === 0);
    if (!fits(words[place])) {
      if (n === 0 || !LIGHT.has(words[place]?.folded ?? '')) return 0;
      place += 1;
      if (!fits(words[place])) return 0;
    }
    place += 1;
  }
  return place - at;
}

/** A slot by the words that it begins with. */
export interface FastSlot {
  readonly words: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, readonly Alternative[]>;
  readonly open: readonly Alternative[];
}

function fastSlot(slot: Slot): FastSlot {
  const words = new Set<string>();
  const rows = new Map<string, Alternative[]>();
  const open: Alternative[] = [];
  for (const one of slot) {
    const [first] = one;
    if (first === undefined) continue;
    if (first.open) open.push(one);
    else if (one.length === 1) words.add(first.stem);
    else rows.set(first.stem, [...(rows.get(first.stem) ?? []), one]);
  }
  return { words, rows, open };
}

/** Slots made fast, each once: named sets of words are shared by many patterns. */
export function createFastSlots(): (slot: Slot) => FastSlot {
  const known = new Map<Slot, FastSlot>();
  return (slot) => {
    const before = known.get(slot);
    if (before !== undefined) return before;
    const fast = fastSlot(slot);
    known.set(slot, fast);
    return fast;
  };
}

function mayBeIn({ words, rows, open }: FastSlot, { known, words: all }: Text): boolean {
  const [fewer, other] = words.size < known.size ? [words, known] : [known, words];
  for (const stem of fewer) if (other.has(stem)) return true;
  for (const stem of rows.keys()) if (known.has(stem)) return true;
  return open.some(([first]) => all.some(({ folded }) => folded.startsWith(first?.stem ?? '')));
}

/** Whether a text has a word that a slot begins with: most patterns need look no further. */
export function isIn(slot: FastSlot, text: Text): boolean {
  const before = text.filled.get(slot);
  if (before !== undefined) return before;
  const found = mayBeIn(slot, text);
  text.filled.set(slot, found);
  return found;
}

/** How many words the longest alternative of a slot takes at a word, or 0. */
export function filledAt({ words, rows, open }: FastSlot, text: Text, at: number): number {
  const stem = text.stems[at] ?? '';
  let longest = words.has(stem) ? 1 : 0;
  for (const one of rows.get(stem) ?? NOTHING) longest = Math.max(longest, fills(one, text, at));
  for (const one of open) longest = Math.max(longest, fills(one, text, at));
  return longest;
}
