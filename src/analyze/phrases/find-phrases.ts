import { SENTENCE_END, type Word } from '../../language/text/words.js';
import { crossesList } from './coordination.js';
import type { Pattern, Slot } from './pattern.js';
import {
  between,
  CLAUSE_END,
  createFastSlots,
  type FastSlot,
  filledAt,
  isIn,
  type Text,
  textOf,
} from './slots.js';

/** Where a pattern was found: the words that fill it, in the order of the text. */
export interface Phrase<T> {
  readonly value: T;
  readonly words: readonly number[];
}

export interface PhraseFinder<T> {
  /** Every place where a pattern is filled; one pattern may be found several times. */
  find(words: readonly Word[]): readonly Phrase<T>[];
}

/** Most other words between two neighbours. */
const NEAR = 3;
const LOOSE = 10;
/** Light words and long alternatives that may come on top. */
const REACH = 4;
const OPEN_KEY = 3;
const NOTHING: readonly never[] = [];

interface Indexed<T> {
  readonly value: T;
  readonly slots: readonly FastSlot[];
  readonly looseness: Pattern['looseness'];
  /** The slot that is looked for first, that of the rarest words. */
  readonly anchor: number;
  /** Nothing where no word silences it. */
  readonly unless: FastSlot | undefined;
}

/** First and last word (not included) of the clause or sentence around a word. */
function bounds(words: readonly Word[], at: number, ends: number): readonly [number, number] {
  let from = at;
  while (from > 0 && ((words[from]?.gap ?? ends) & ends) === 0) from -= 1;
  let to = at + 1;
  while (to < words.length && ((words[to]?.gap ?? ends) & ends) === 0) to += 1;
  return [from, to];
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Within which words, how far apart and in which order the slots of a pattern may lie. */
interface Limit extends Place {
  readonly gap: number;
  readonly ordered: boolean;
  readonly loose: boolean;
}

/** Places from `from` to `to` (not included), those near to what is filled first. */
function nearestFirst(from: number, to: number, lowest: number, highest: number): number[] {
  const distance = (at: number) =>
    at < lowest ? lowest - at : at >= highest ? at - highest + 1 : 0;
  const places: number[] = [];
  for (let at = from; at < to; at += 1) places.push(at);
  return places.sort((a, b) => distance(a) - distance(b) || a - b);
}

/** Places for the slots that are left, as near to those that are filled as can be. */
function fillRest(
  text: Text,
  slots: readonly FastSlot[],
  left: readonly number[],
  taken: readonly (Place | undefined)[],
  limit: Limit,
): readonly Place[] | undefined {
  const [next, ...rest] = left;
  if (next === undefined) {
    const places = taken.flatMap((place) => place ?? []).toSorted((a, b) => a.from - b.from);
    return !limit.loose && crossesList(text.words, places) ? undefined : places;
  }
  const slot = slots[next];
  if (slot === undefined) return undefined;
  const filled = taken.flatMap((place) => place ?? []);
  const lowest = Math.min(...filled.map(({ from }) => from));
  const highest = Math.max(...filled.map(({ to }) => to));
  const before = limit.ordered ? taken.slice(0, next).flatMap((place) => place ?? []) : [];
  const after = limit.ordered ? taken.slice(next + 1).flatMap((place) => place ?? []) : [];
  const from = Math.max(limit.from, lowest - limit.gap - REACH, ...before.map(({ to }) => to));
  const to = Math.min(limit.to, highest + limit.gap + REACH, ...after.map((place) => place.from));
  for (const at of nearestFirst(from, to, lowest, highest)) {
    const length = filledAt(slot, text, at);
    if (length === 0 || at + length > limit.to) continue;
    if (filled.some((place) => at < place.to && at + length > place.from)) continue;
    if (at >= highest && between(text, highest, at) > limit.gap) continue;
    if (at + length <= lowest && between(text, at + length, lowest) > limit.gap) continue;
    const placed = taken.map((place, n) => (n === next ? { from: at, to: at + length } : place));
    const whole = fillRest(text, slots, rest, placed, limit);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

function placesOf(text: Text, { slots, looseness, anchor }: Indexed<unknown>, at: number) {
  for (const slot of slots) if (!isIn(slot, text)) return undefined;
  const slot = slots[anchor];
  const length = slot === undefined ? 0 : filledAt(slot, text, at);
  if (length === 0) return undefined;
  const taken = slots.map((_, n) => (n === anchor ? { from: at, to: at + length } : undefined));
  const left = [...slots.keys()].filter((n) => n !== anchor);
  if (left.length === 0) return [{ from: at, to: at + length }];
  const loose = looseness === 'loose';
  const [from, to] = bounds(text.words, at, loose ? SENTENCE_END : CLAUSE_END);
  const gap = loose ? LOOSE : looseness === 'row' ? 0 : NEAR;
  const ordered = looseness === 'ordered' || looseness === 'row';
  // Slots near the first one first: each must join to what is there already.
  left.sort((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor));
  return fillRest(text, slots, left, taken, { from, to, gap, ordered, loose });
}

/** Whether a word in the same clause says that something else is meant. */
function silenced({ unless }: Indexed<unknown>, text: Text, place: number): boolean {
  if (unless === undefined) return false;
  const [from, to] = bounds(text.words, place, CLAUSE_END);
  for (let n = from; n < to; n += 1) if (filledAt(unless, text, n) > 0) return true;
  return false;
}

/** Words of a slot, by which its pattern is looked up: stems, and beginnings of open words. */
function keysIn(slot: Slot): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [first] of slot) {
    if (first !== undefined)
      keys.add(first.open ? `${first.stem.slice(0, OPEN_KEY)}*` : first.stem);
  }
  return keys;
}

/** The same for slots that many patterns share. */
function createKeys(): (slot: Slot) => ReadonlySet<string> {
  const known = new Map<Slot, ReadonlySet<string>>();
  return (slot) => {
    const before = known.get(slot);
    if (before !== undefined) return before;
    const keys = keysIn(slot);
    known.set(slot, keys);
    return keys;
  };
}

/** The number of the slot that costs least. */
function cheapest(slots: readonly Slot[], costOf: (slot: Slot) => number): number {
  const costs = slots.map(costOf);
  return costs.indexOf(Math.min(...costs));
}

/**
 * Finds many patterns in a text at once: each is looked for only where one of its rarest words
 * stands, so the time follows the length of the text.
 */
export function createPhraseFinder<T>(
  entries: readonly { readonly value: T; readonly pattern: Pattern; readonly unless?: Slot }[],
): PhraseFinder<T> {
  const keysOf = createKeys();
  const uses = new Map<Slot, number>();
  for (const { pattern } of entries) {
    for (const slot of pattern.slots) uses.set(slot, (uses.get(slot) ?? 0) + 1);
  }
  const frequency = new Map<string, number>();
  for (const [slot, times] of uses) {
    for (const key of keysOf(slot)) frequency.set(key, (frequency.get(key) ?? 0) + times);
  }
  const costs = new Map<Slot, number>();
  const costOf = (slot: Slot): number => {
    const known = costs.get(slot);
    if (known !== undefined) return known;
    let cost = 0;
    for (const key of keysOf(slot)) cost += frequency.get(key) ?? 1;
    costs.set(slot, cost);
    return cost;
  };
  const fast = createFastSlots();
  const index = new Map<string, Indexed<T>[]>();
  for (const { value, pattern, unless = [] } of entries) {
    const anchor = cheapest(pattern.slots, costOf);
    const indexed = {
      ...{ value, anchor, looseness: pattern.looseness },
      slots: pattern.slots.map(fast),
      unless: unless.length > 0 ? fast(unless) : undefined,
    };
    for (const key of keysOf(pattern.slots[anchor] ?? [])) {
      const row = index.get(key);
      if (row === undefined) index.set(key, [indexed]);
      else row.push(indexed);
    }
  }
  function take(candidate: Indexed<T>, text: Text, place: number, found: Phrase<T>[]): void {
    const places = placesOf(text, candidate, place);
    if (places === undefined || silenced(candidate, text, place)) return;
    const words: number[] = [];
    for (const { from, to } of places) for (let n = from; n < to; n += 1) words.push(n);
    found.push({ value: candidate.value, words });
  }

  function at(text: Text, place: number, found: Phrase<T>[]): void {
    const { folded = '' } = text.words[place] ?? {};
    for (const candidate of index.get(text.stems[place] ?? '') ?? NOTHING) {
      take(candidate, text, place, found);
    }
    for (const candidate of index.get(`${folded.slice(0, OPEN_KEY)}*`) ?? NOTHING) {
      take(candidate, text, place, found);
    }
  }

  return {
    find(words) {
      const text = textOf(words);
      const found: Phrase<T>[] = [];
      for (let place = 0; place < words.length; place += 1) at(text, place, found);
      return found;
    },
  };
}
