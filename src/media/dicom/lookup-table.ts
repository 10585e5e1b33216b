import type { Attributes } from './attributes.js';

/** One lookup table of PS3.3 C.11.1, C.11.2 or C.7.9. */
export interface LookupTable {
  /** The input of the first entry; lower inputs also map to it, higher ones to the last. */
  readonly first: number;
  /** Bits of an entry. */
  readonly bits: number;
  readonly entries: Uint16Array;
}

export interface LookupTableTags {
  readonly descriptor: string;
  readonly data: string;
}

export interface TableDescriptor {
  readonly count: number;
  readonly first: number;
  readonly bits: number;
}

const MIN_BITS = 8;
const MAX_BITS = 16;

/**
 * @param signedInput whether inputs may be negative
 * @returns undefined when there is no descriptor of three values
 */
export function readDescriptor(
  attributes: Attributes,
  tag: string,
  signedInput: boolean,
): TableDescriptor | undefined {
  const [count, first, bits] = attributes.words(tag);
  if (count === undefined || first === undefined || bits === undefined) return undefined;
  const negative = (signedInput || attributes.vr(tag) === 'SS') && first >= 2 ** 15;
  return { count: count || 2 ** 16, first: negative ? first - 2 ** 16 : first, bits };
}

/** Two 8-bit entries may share a word, the first of them in its low byte. */
export function entriesOf(words: Uint16Array, count: number): Uint16Array | undefined {
  if (words.length >= count) return words.subarray(0, count);
  if (words.length * 2 < count) return undefined;
  return Uint16Array.from(
    { length: count },
    (_, i) => ((words[i >> 1] ?? 0) >> ((i & 1) * 8)) & 255,
  );
}

/** Some writers state 8 or 16 where entries have other widths: the entries are right. */
function bitsOf(entries: Uint16Array, declared: number): number {
  const max = entries.reduce((highest, entry) => Math.max(highest, entry), 0);
  const needed = Math.max(MIN_BITS, Math.ceil(Math.log2(max + 1)));
  return declared >= needed && declared <= MAX_BITS ? declared : needed;
}

/** @returns undefined when the table is missing or shorter than its descriptor says */
export function readLookupTable(
  attributes: Attributes,
  tags: LookupTableTags,
  signedInput: boolean,
): LookupTable | undefined {
  const descriptor = readDescriptor(attributes, tags.descriptor, signedInput);
  if (descriptor === undefined) return undefined;
  const entries = entriesOf(attributes.words(tags.data), descriptor.count);
  if (entries === undefined) return undefined;
  return { first: descriptor.first, bits: bitsOf(entries, descriptor.bits), entries };
}

export function lookUp({ first, entries }: LookupTable, input: number): number {
  const index = Math.min(Math.max(Math.round(input) - first, 0), entries.length - 1);
  return entries[index] ?? 0;
}
