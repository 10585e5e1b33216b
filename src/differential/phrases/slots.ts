import { OPEN_KEY, type SlotTable } from './slot-table.js';
import { goesOn, type Text, type WordRange } from './text.js';

const NOTHING: readonly never[] = [];

/** Where slots can be filled in a text. */
export interface SlotsOfText {
  readonly text: Text;
  readonly table: SlotTable;
  /** By word, the number of its stem and the key of its first letters, or -1. */
  readonly stems: Int32Array;
  readonly openings: Int32Array;
  /** Words of each key. */
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** By slot, 1 where the text has a word that the slot may begin with. */
  readonly begun: Uint8Array;
  /** Matches of slots, computed on demand. */
  readonly filled: Map<number, readonly WordRange[]>;
}

/** Looks up the words of a text; linear in the text and the slots that share its words. */
export function slotsOf(text: Text, table: SlotTable): SlotsOfText {
  const { starts, values } = table.holders;
  const stems = new Int32Array(text.words.length).fill(-1);
  const openings = new Int32Array(text.words.length).fill(-1);
  const places = new Map<number, number[]>();
  const begun = new Uint8Array(table.count);
  const take = (key: number, at: number): number => {
    const known = places.get(key);
    if (known !== undefined) known.push(at);
    else {
      places.set(key, [at]);
      for (let n = starts[key] ?? 0; n < (starts[key + 1] ?? 0); n += 1) begun[values[n] ?? 0] = 1;
    }
    return key;
  };
  for (let at = 0; at < text.words.length; at += 1) {
    const folded = text.words[at]?.folded ?? '';
    const stem = table.stems.get(text.stems[at] ?? '');
    if (stem !== undefined) stems[at] = take(stem, at);
    for (let length = Math.min(OPEN_KEY, folded.length); length > 0; length -= 1) {
      const opening = table.openings.get(folded.slice(0, length));
      if (opening === undefined) continue;
      take(opening, at);
      // Patterns are indexed by the longest prefix alone.
      if (length === Math.min(OPEN_KEY, folded.length)) openings[at] = opening;
    }
  }
  return { text, table, stems, openings, places, begun, filled: new Map() };
}

/** Whether a word matches a word of an alternative. */
function fits(test: number, { text, table, stems }: SlotsOfText, at: number): boolean {
  if (test >= 0) return stems[at] === test;
  const word = text.words[at];
  return word?.folded.startsWith(table.prefixes[-1 - test] ?? '') === true;
}

const follows = (test: number, slots: SlotsOfText, at: number): boolean =>
  fits(test, slots, at) && goesOn(slots.text, at);

/** Returns how many words an alternative takes at a word, light ones included, or 0. */
function fills(slots: SlotsOfText, alternative: number, at: number): number {
  const { starts, values } = slots.table.tests;
  const first = starts[alternative] ?? 0;
  const end = starts[alternative + 1] ?? 0;
  if (!fits(values[first] ?? 0, slots, at)) return 0;
  let place = at + 1;
  for (let n = first + 1; n < end; n += 1) {
    const test = values[n] ?? 0;
    if (!follows(test, slots, place)) {
      if (slots.text.light[place] !== 1) return 0;
      place += 1;
      if (!follows(test, slots, place)) return 0;
    }
    place += 1;
  }
  return place - at;
}

/** Returns how many words the longest alternative of a slot takes at a word, or 0. */
export function filledAt(slots: SlotsOfText, slot: number, at: number): number {
  const { starts, values } = slots.table.keys;
  const end = starts[slot + 1] ?? 0;
  let longest = 0;
  for (let n = starts[slot] ?? 0; n < end; n += 1) {
    const key = values[n] ?? -1;
    if (key !== slots.stems[at] && key !== slots.openings[at]) continue;
    longest = Math.max(longest, fills(slots, n, at));
  }
  return longest;
}

function fillingsOf(slots: SlotsOfText, slot: number): readonly WordRange[] {
  const { starts, values } = slots.table.keys;
  const longest = new Map<number, number>();
  for (let n = starts[slot] ?? 0; n < (starts[slot + 1] ?? 0); n += 1) {
    for (const at of slots.places.get(values[n] ?? -1) ?? NOTHING) {
      const length = fills(slots, n, at);
      if (length > (longest.get(at) ?? 0)) longest.set(at, length);
    }
  }
  const found = [...longest].map(([from, length]) => ({ from, to: from + length }));
  return found.sort((a, b) => a.from - b.from);
}

/** Returns the matches of a slot, each as long as possible, in the order of the text. */
function allFillings(slots: SlotsOfText, slot: number): readonly WordRange[] {
  const known = slots.filled.get(slot);
  if (known !== undefined) return known;
  const all = fillingsOf(slots, slot);
  slots.filled.set(slot, all);
  return all;
}

/** Index of the first match, in the order of the text, that begins at a word or after it. */
function firstFrom(all: readonly WordRange[], from: number): number {
  let low = 0;
  for (let high = all.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a slot is filled at words `from` to `to` (not included). */
export function isFilled(slots: SlotsOfText, slot: number, from: number, to: number): boolean {
  const all = allFillings(slots, slot);
  return (all[firstFrom(all, from)]?.from ?? to) < to;
}

/**
 * Returns the matches of a slot within words `from` to `to` (exclusive), each as long as possible.
 */
export function fillings(slots: SlotsOfText, slot: number, from: number, to: number): WordRange[] {
  const all = allFillings(slots, slot);
  const low = firstFrom(all, from);
  let end = low;
  while ((all[end]?.from ?? to) < to) end += 1;
  return all.slice(low, end);
}
