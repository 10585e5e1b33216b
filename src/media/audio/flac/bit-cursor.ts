/** The bytes ended within a value. */
export class OutOfBits extends Error {}

/** A position in big-endian bits. `end` is the number of bits; 16 more bytes must be readable. */
export interface BitCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  bit: number;
}

/** Number of bytes that must be readable after the end. */
const MARGIN = 16;

/** A cursor over the first `length` bytes; copies them where the margin is missing. */
export function cursorOver(bytes: Uint8Array, length = bytes.length): BitCursor {
  if (bytes.length >= length + MARGIN) return { bytes, end: length * 8, bit: 0 };
  const padded = new Uint8Array(length + MARGIN);
  padded.set(bytes.subarray(0, length));
  return { bytes: padded, end: length * 8, bit: 0 };
}

/** The 32 bits at a position; the end is not checked. */
function window32(bytes: Uint8Array, bit: number): number {
  const at = bit >>> 3;
  const shift = bit & 7;
  const word =
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number);
  if (shift === 0) return word;
  return (word << shift) | ((bytes[at + 4] as number) >>> (8 - shift));
}

/** `count` bits (0..32) as an unsigned number. @throws OutOfBits */
export function readBits(cursor: BitCursor, count: number): number {
  if (cursor.bit + count > cursor.end) throw new OutOfBits();
  if (count === 0) return 0;
  const value = window32(cursor.bytes, cursor.bit) >>> (32 - count);
  cursor.bit += count;
  return value;
}

/** `count` bits (0..33) as a number in two's complement. @throws OutOfBits */
export function readSigned(cursor: BitCursor, count: number): number {
  if (count === 0) return 0;
  if (count <= 32) {
    const value = readBits(cursor, count);
    return (value << (32 - count)) >> (32 - count);
  }
  const high = readSigned(cursor, count - 32);
  return high * 4_294_967_296 + readBits(cursor, 32);
}

/** Zeros up to the next one, which is read as well. @throws OutOfBits */
export function readUnary(cursor: BitCursor): number {
  let zeros = 0;
  while (cursor.bit < cursor.end) {
    const word = window32(cursor.bytes, cursor.bit);
    if (word !== 0) {
      const more = Math.clz32(word);
      cursor.bit += more + 1;
      if (cursor.bit > cursor.end) break;
      return zeros + more;
    }
    zeros += 32;
    cursor.bit += 32;
  }
  throw new OutOfBits();
}

/**
 * Rice codes with parameter `k` (0..30) into `out[from..to)`, folded back to signed numbers
 * (RFC 9639 section 9.2.7). @throws OutOfBits
 */
export function readRice(
  cursor: BitCursor,
  k: number,
  out: Int32Array,
  from: number,
  to: number,
): void {
  const { bytes, end } = cursor;
  let bit = cursor.bit;
  for (let i = from; i < to; i += 1) {
    const word = window32(bytes, bit);
    const zeros = Math.clz32(word);
    let folded: number;
    if (zeros + 1 + k <= 32) {
      folded = k === 0 ? zeros : (zeros << k) | ((word << (zeros + 1)) >>> (32 - k));
      bit += zeros + 1 + k;
      if (bit > end) throw new OutOfBits();
    } else {
      cursor.bit = bit;
      folded = (readUnary(cursor) << k) | readBits(cursor, k);
      bit = cursor.bit;
    }
    out[i] = (folded >>> 1) ^ -(folded & 1);
  }
  cursor.bit = bit;
}
