import type { Word } from '../../patient-record/language/text/words.js';
import { type Rows, rowsOf } from '../rows.js';
import { anchorsOf } from './anchors.js';
import { type PatternTable, placesOf } from './fill.js';
import type { Pattern, PatternSlot } from './pattern.js';
import { createSlotTable, keysOf, type SlotTable } from './slot-table.js';
import { isFilled, type SlotsOfText, slotsOf } from './slots.js';
import { textOf } from './text.js';

/** A match of a pattern: the words that fill it, in the order of the text. */
export interface Phrase<T> {
  readonly value: T;
  readonly words: readonly number[];
}

export interface PhraseFinder<T> {
  /** Every match of the patterns; one pattern may match several times. */
  find(words: readonly Word[]): readonly Phrase<T>[];
}

/** A pattern with its meaning and its exclusions. */
interface PhrasePattern<T> {
  readonly value: T;
  readonly pattern: Pattern;
  readonly unless?: PatternSlot;
}

/** Numbers the slots; slots shared by patterns have one number. */
function createSlotNumbers() {
  const numbers = new Map<PatternSlot, number>();
  const of = (slot: PatternSlot): number => {
    const known = numbers.get(slot);
    if (known !== undefined) return known;
    numbers.set(slot, numbers.size);
    return numbers.size - 1;
  };
  return { of, slots: () => [...numbers.keys()] };
}

/** Patterns by the beginning of their anchors. */
function indexOf(table: SlotTable, { slots: { starts, values }, anchors }: PatternTable): Rows {
  const keys: number[] = [];
  const patterns: number[] = [];
  for (let pattern = 0; pattern < anchors.length; pattern += 1) {
    const slot = values[(starts[pattern] ?? 0) + (anchors[pattern] ?? 0)] ?? -1;
    for (const key of keysOf(table, slot)) {
      keys.push(key);
      patterns.push(pattern);
    }
  }
  return rowsOf(table.keyCount, Int32Array.from(keys), Int32Array.from(patterns));
}

/** Prepares all patterns; the third list holds the excluding slot of each, or -1. */
function prepare(entries: readonly PhrasePattern<unknown>[]) {
  const numbers = createSlotNumbers();
  const patterns: number[] = [];
  const slots: number[] = [];
  const silences = new Int32Array(entries.length).fill(-1);
  for (const [n, { pattern, unless = [] }] of entries.entries()) {
    if (unless.length > 0) silences[n] = numbers.of(unless);
    for (const slot of pattern.slots) {
      patterns.push(n);
      slots.push(numbers.of(slot));
    }
  }
  const rows = rowsOf(entries.length, Int32Array.from(patterns), Int32Array.from(slots));
  const slotTable = createSlotTable(numbers.slots());
  const patternTable: PatternTable = {
    slots: rows,
    anchors: anchorsOf(slotTable, rows),
    looseness: entries.map(({ pattern }) => pattern.looseness),
  };
  return { slotTable, patternTable, silences, index: indexOf(slotTable, patternTable) };
}

/** Whether an excluding word is in the same clause. */
function isSilenced(slots: SlotsOfText, unless: number, at: number): boolean {
  if (slots.begun[unless] !== 1) return false;
  const { from, to } = slots.text.clauses;
  return isFilled(slots, unless, from[at] ?? 0, to[at] ?? 0);
}

/**
 * Finds many patterns in a text at once: each is searched for only at its rarest words, so the time
 * is linear in the length of the text.
 */
export function createPhraseFinder<T>(entries: readonly PhrasePattern<T>[]): PhraseFinder<T> {
  const { slotTable, patternTable, silences, index } = prepare(entries);
  const found = entries.map(({ value }) => value);

  function take(into: Phrase<T>[], slots: SlotsOfText, key: number, at: number): void {
    const end = index.starts[key + 1] ?? 0;
    for (let n = index.starts[key] ?? 0; n < end; n += 1) {
      const pattern = index.values[n] ?? -1;
      const places = placesOf(slots, patternTable, pattern, at);
      if (places === undefined || isSilenced(slots, silences[pattern] ?? -1, at)) continue;
      const words: number[] = [];
      for (const { from, to } of places) {
        for (let word = from; word < to; word += 1) words.push(word);
      }
      into.push({ value: found[pattern] as T, words });
    }
  }

  return {
    find(words) {
      const slots = slotsOf(textOf(words), slotTable);
      const phrases: Phrase<T>[] = [];
      for (let at = 0; at < words.length; at += 1) {
        take(phrases, slots, slots.stems[at] ?? -1, at);
        take(phrases, slots, slots.openings[at] ?? -1, at);
      }
      return phrases;
    },
  };
}
