import { type Rows, rowsOf } from '../rows.js';
import type { PatternSlot, WordTest } from './pattern.js';

/** Number of letters by which open words are indexed. */
export const OPEN_KEY = 3;

/** All slots as contiguous numbers: a text visits many. */
export interface SlotTable {
  /** Number of slots. */
  readonly count: number;
  /** Numbers of all stems; the first stem of an alternative is its key. */
  readonly stems: ReadonlyMap<string, number>;
  /** Keys of alternatives that begin with an open word: its first letters. */
  readonly openings: ReadonlyMap<string, number>;
  /** One more than the largest stem or key. */
  readonly keyCount: number;
  /** The full prefixes of open words. */
  readonly prefixes: readonly string[];
  /** By slot, the keys of its alternatives, which are contiguous. */
  readonly keys: Rows;
  /** By alternative, its words: the number of a stem, or -1 minus that of a prefix. */
  readonly tests: Rows;
  /** By key, the slots that begin with it. */
  readonly holders: Rows;
}

/** Assigns numbers to names in order of appearance. */
function createNumbers(next: () => number) {
  const numbers = new Map<string, number>();
  const of = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const number = next();
    numbers.set(name, number);
    return number;
  };
  return { numbers, of };
}

/** Start indexes of lists with these lengths when stored contiguously. */
function startsOf(lengths: readonly number[]): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  for (let n = 0; n < lengths.length; n += 1) starts[n + 1] = (starts[n] ?? 0) + (lengths[n] ?? 0);
  return starts;
}

/** Numbers of the words of alternatives. */
function createWordNumbers() {
  let keyCount = 0;
  const nextKey = () => {
    keyCount += 1;
    return keyCount - 1;
  };
  const stems = createNumbers(nextKey);
  const openings = createNumbers(nextKey);
  const prefixes: string[] = [];
  const prefixNumbers = createNumbers(() => prefixes.length);
  return {
    testOf({ stem, open }: WordTest): number {
      if (!open) return stems.of(stem);
      const number = prefixNumbers.of(stem);
      prefixes[number] = stem;
      return -1 - number;
    },
    keyOf: ({ stem, open }: WordTest): number =>
      open ? openings.of(stem.slice(0, OPEN_KEY)) : stems.of(stem),
    tables: () => ({ stems: stems.numbers, openings: openings.numbers, prefixes, keyCount }),
  };
}

/** Builds the index of slots; alternatives must not be empty. */
export function createSlotTable(slots: readonly PatternSlot[]): SlotTable {
  const words = createWordNumbers();
  const keys: number[] = [];
  const owners: number[] = [];
  const tests: number[] = [];
  const lengths: number[] = [];
  for (let slot = 0; slot < slots.length; slot += 1) {
    for (const alternative of slots[slot] ?? []) {
      const [first] = alternative;
      if (first === undefined) continue;
      for (const test of alternative) tests.push(words.testOf(test));
      owners.push(slot);
      lengths.push(alternative.length);
      keys.push(words.keyOf(first));
    }
  }
  const rowOf = Int32Array.from(owners);
  const keyOf = Int32Array.from(keys);
  const tables = words.tables();
  return {
    ...tables,
    count: slots.length,
    keys: rowsOf(slots.length, rowOf, keyOf),
    tests: { starts: startsOf(lengths), values: Int32Array.from(tests) },
    holders: rowsOf(tables.keyCount, keyOf, rowOf),
  };
}

/** The keys of a slot, each once. */
export function keysOf({ keys: { starts, values } }: SlotTable, slot: number): Set<number> {
  return new Set(values.subarray(starts[slot] ?? 0, starts[slot + 1] ?? 0));
}
