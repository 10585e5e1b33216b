import { type Drug, onTwoLines } from '../drugs.js';
import type { IndexedEntry, SideIndex, TwoSided } from './rule-index.js';

/** The drugs of a list on the two sides of an entry. */
export interface RuleMatch<T extends TwoSided> {
  readonly indexed: IndexedEntry<T>;
  readonly a: readonly Drug[];
  readonly b: readonly Drug[];
}

const SIDE_A = 1;
const SIDE_B = 2;
const BOTH = SIDE_A | SIDE_B;

/**
 * The sides on which each entry has a drug: of thousands matched on one side, few are matched on
 * both.
 */
function sidesMet<T extends TwoSided>(index: SideIndex<T>, drugs: readonly Drug[]): Uint8Array {
  const sides = new Uint8Array(index.entries.length);
  for (const drug of drugs) {
    for (const side of index.sidesOf(drug.name)) {
      const at = side >> 1;
      sides[at] = (sides[at] ?? 0) | (side % 2 === 0 ? SIDE_A : SIDE_B);
    }
  }
  return sides;
}

/**
 * Returns the entries with a drug of the list on both sides.
 *
 * @param restrict the drug as far as a side of the entry covers it; nothing where it does not
 */
export function matchSides<T extends TwoSided>(
  index: SideIndex<T>,
  drugs: readonly Drug[],
  restrict: (entry: T, side: 'a' | 'b', drug: Drug) => Drug | undefined,
): ReadonlyArray<RuleMatch<T>> {
  const sides = sidesMet(index, drugs);
  const found = new Map<number, { indexed: IndexedEntry<T>; a: Drug[]; b: Drug[] }>();
  for (const drug of drugs) {
    for (const side of index.sidesOf(drug.name)) {
      const at = side >> 1;
      const indexed = index.entries[at];
      if (sides[at] !== BOTH || indexed === undefined) continue;
      const meeting = found.get(at) ?? { indexed, a: [], b: [] };
      found.set(at, meeting);
      const name = side % 2 === 0 ? 'a' : 'b';
      const restricted = restrict(indexed.entry, name, drug);
      if (restricted) meeting[name].push(restricted);
    }
  }
  return [...found.values()].filter(({ a, b }) => a.length > 0 && b.length > 0);
}

/** Returns each pair of different drugs on two lines once, in the order of the entry's sides. */
export function* pairsOf<T extends TwoSided>({
  indexed,
  a,
  b,
}: RuleMatch<T>): Generator<[Drug, Drug]> {
  const done = new Set<string>();
  for (const one of a) {
    for (const other of b) {
      if (one.name === other.name || indexed.excepts(one.name, other.name)) continue;
      const pair = pairKey(one.name, other.name);
      if (done.has(pair) || !onTwoLines(one, other)) continue;
      done.add(pair);
      yield [one, other];
    }
  }
}

/** A key that is the same for both orders. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);
