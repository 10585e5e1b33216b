import {
  type EntropyReader,
  extend,
  type HuffmanTable,
  LONGEST_CODE,
  SHORT_BITS,
  type ShortTable,
} from './jpeg-entropy.js';
import { damagedJpeg } from './jpeg-segments.js';

/** Reads the differences of one scan of lossless JPEG. */
export interface DifferenceReader {
  /**
   * The next differences, modulo 2^16; those of several components alternate.
   *
   * @throws PictureFault
   */
  read(into: Int32Array): void;
}

/** The difference 2^15, which has no further bits. */
const LARGEST_SIZE = 16;

/** Bits that follow the code of a size. */
const extraBits = (size: number) => size % LARGEST_SIZE;

/** T.81 section H.1.2.2, from the bits behind the code. */
function differenceOf(bits: number, size: number): number {
  if (size === LARGEST_SIZE) return 2 ** 15;
  return size === 0 ? 0 : extend(bits, size);
}

/** Code and difference together, as far as the next bits hold both. */
function shortTable(codes: HuffmanTable): ShortTable {
  return Int32Array.from({ length: 1 << SHORT_BITS }, (_, next) => {
    const entry = codes[next << (LONGEST_CODE - SHORT_BITS)] ?? 0;
    const size = entry & 0xff;
    const used = (entry >> 8) + extraBits(size);
    if (entry === 0 || size > LARGEST_SIZE || used > SHORT_BITS) return 0;
    const bits = (next >> (SHORT_BITS - used)) & ((1 << extraBits(size)) - 1);
    return differenceOf(bits, size) * 256 + used;
  });
}

/** @param tables of the scan's components, in their order */
export function createDifferenceReader(
  reader: EntropyReader,
  tables: readonly HuffmanTable[],
): DifferenceReader {
  const shorts = new Int32Array(tables.length << SHORT_BITS);
  for (const [turn, codes] of tables.entries()) shorts.set(shortTable(codes), turn << SHORT_BITS);

  const readLong = (turn: number) => {
    const codes = tables[turn];
    if (codes === undefined) throw damagedJpeg();
    const size = reader.symbol(codes);
    if (size > LARGEST_SIZE) throw damagedJpeg();
    return differenceOf(reader.bits(extraBits(size)), size);
  };

  return {
    read(into) {
      let i = reader.shortValues(shorts, into, 0);
      while (i < into.length) {
        into[i] = readLong(i % tables.length);
        i = reader.shortValues(shorts, into, i + 1);
      }
    },
  };
}
