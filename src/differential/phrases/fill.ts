import type { Rows } from '../rows.js';
import { crossesList, crossesStatement } from './coordination.js';
import type { WordOrder } from './pattern.js';
import { filledAt, fillings, isFilled, type SlotsOfText } from './slots.js';
import { between, type WordRange } from './text.js';

/** Patterns as contiguous numbers: a text visits many. */
export interface PatternTable {
  /** By pattern, its slots. */
  readonly slots: Rows;
  /** By pattern, the slot that is searched for first. */
  readonly anchors: Uint8Array;
  readonly looseness: readonly WordOrder[];
}

/** Maximum number of other words between two neighbours. */
const NEAR = 3;
const LOOSE = 10;
/** Allowance for light words and long alternatives. */
const REACH = 4;

/** Range, distance and order of the slots of a pattern. */
interface Limit extends WordRange {
  readonly gap: number;
  readonly ordered: boolean;
  readonly loose: boolean;
}

type FilledSlots = readonly (WordRange | undefined)[];

/** Where the next slot may begin: near the filled ones, and in order where that matters. */
function windowFor(
  next: number,
  taken: FilledSlots,
  limit: Limit,
  lowest: number,
  highest: number,
): WordRange {
  let from = Math.max(limit.from, lowest - limit.gap - REACH);
  let to = Math.min(limit.to, highest + limit.gap + REACH);
  if (!limit.ordered) return { from, to };
  for (const [n, place] of taken.entries()) {
    if (place === undefined) continue;
    if (n < next) from = Math.max(from, place.to);
    else if (n > next) to = Math.min(to, place.from);
  }
  return { from, to };
}

/** Positions near the filled slots first. */
function nearestFirst(places: WordRange[], lowest: number, highest: number): readonly WordRange[] {
  if (places.length < 2) return places;
  const distance = ({ from: at }: WordRange) =>
    at < lowest ? lowest - at : at >= highest ? at - highest + 1 : 0;
  return places.sort((a, b) => distance(a) - distance(b) || a.from - b.from);
}

/** Whether a position is too far from the filled slots, between `lowest` and `highest`. */
function isFar(
  { text }: SlotsOfText,
  place: WordRange,
  lowest: number,
  highest: number,
  gap: number,
) {
  if (place.from >= highest) return between(text, highest, place.from) > gap;
  return place.to <= lowest && between(text, place.to, lowest) > gap;
}

/** Fills the remaining slots as close as possible to the filled ones. */
function fillRest(
  slots: SlotsOfText,
  pattern: Int32Array,
  left: readonly number[],
  taken: FilledSlots,
  limit: Limit,
): readonly WordRange[] | undefined {
  const filled = taken.filter((place) => place !== undefined);
  const [next, ...rest] = left;
  if (next === undefined) {
    const places = filled.sort((a, b) => a.from - b.from);
    const { words } = slots.text;
    const apart = !limit.loose && (crossesList(words, places) || crossesStatement(words, places));
    return apart ? undefined : places;
  }
  const lowest = Math.min(...filled.map(({ from }) => from));
  const highest = Math.max(...filled.map(({ to }) => to));
  const { from, to } = windowFor(next, taken, limit, lowest, highest);
  const near = fillings(slots, pattern[next] ?? -1, from, to);
  for (const place of nearestFirst(near, lowest, highest)) {
    if (place.to > limit.to) continue;
    if (filled.some((one) => place.from < one.to && place.to > one.from)) continue;
    if (isFar(slots, place, lowest, highest, limit.gap)) continue;
    const whole = fillRest(slots, pattern, rest, taken.with(next, place), limit);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

/** Whether every slot of a pattern occurs in the text: a quick rejection of most patterns. */
function mayBeIn({ begun }: SlotsOfText, { starts, values }: Rows, pattern: number): boolean {
  const end = starts[pattern + 1] ?? 0;
  for (let n = starts[pattern] ?? 0; n < end; n += 1) if (begun[values[n] ?? 0] !== 1) return false;
  return true;
}

/** The limits of a pattern whose first slot is filled at a word. */
function limitOf({ text }: SlotsOfText, looseness: WordOrder | undefined, at: number): Limit {
  const loose = looseness === 'loose' || looseness === 'loose ordered';
  const { from, to } = loose ? text.sentences : text.clauses;
  const gap = loose ? LOOSE : looseness === 'row' ? 0 : NEAR;
  const ordered = looseness !== 'near' && looseness !== 'loose';
  return { from: from[at] ?? 0, to: to[at] ?? 0, gap, ordered, loose };
}

/**
 * Returns the positions that fill the slots of a pattern, in the order of the text, with the anchor
 * slot at a given word; nothing where there are none.
 */
export function placesOf(
  slots: SlotsOfText,
  table: PatternTable,
  pattern: number,
  at: number,
): readonly WordRange[] | undefined {
  const { starts, values } = table.slots;
  if (!mayBeIn(slots, table.slots, pattern)) return undefined;
  const start = starts[pattern] ?? 0;
  const anchor = table.anchors[pattern] ?? 0;
  const length = filledAt(slots, values[start + anchor] ?? -1, at);
  if (length === 0) return undefined;
  const first = { from: at, to: at + length };
  const all = values.subarray(start, starts[pattern + 1]);
  if (all.length === 1) return [first];
  const limit = limitOf(slots, table.looseness[pattern], at);
  for (let n = 0; n < all.length; n += 1) {
    if (n !== anchor && !isFilled(slots, all[n] ?? -1, limit.from, limit.to)) return undefined;
  }
  const taken = Array.from(all, (_, n) => (n === anchor ? first : undefined));
  // Slots near the anchor first: each must connect to the filled ones.
  const left = [...taken.keys()]
    .filter((n) => n !== anchor)
    .sort((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor));
  return fillRest(slots, all, left, taken, limit);
}
