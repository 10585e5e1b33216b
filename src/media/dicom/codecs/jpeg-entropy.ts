import { damagedJpeg, type JpegSegment, truncatedJpeg } from './jpeg-segments.js';

/**
 * Huffman codes as a table for the next 16 bits: code length × 256 + symbol, 0 for no code.
 */
export type HuffmanTable = Uint16Array;

export const LONGEST_CODE = 16;

/**
 * Values that are coded in the next 12 bits: value × 256 + number of bits, else 0. A table for more
 * bits would hold more values, but exceed the processor's L1 cache.
 */
export type ShortTable = Int32Array;

export const SHORT_BITS = 12;
const SHORT_ENTRIES = 1 << SHORT_BITS;

/** Counts of codes of each length. */
const COUNTS = LONGEST_CODE;
/** More than any encoder writes: a table is a few bytes in a file, and 128 KiB in memory. */
const MAX_TABLES = 4_096;

/** @param specification counts of codes of 1 to 16 bits, then their symbols */
function buildTable(specification: Uint8Array): HuffmanTable {
  const table = new Uint16Array(1 << LONGEST_CODE);
  let symbolAt = COUNTS;
  let filled = 0;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    const span = 1 << (LONGEST_CODE - length);
    for (let left = specification[length - 1] ?? 0; left > 0; left -= 1) {
      table.fill(length * 256 + (specification[symbolAt] ?? 0), filled, filled + span);
      filled += span;
      symbolAt += 1;
    }
  }
  return table;
}

/** The tables of a codestream, set by its DHT segments (T.81 section B.2.4.2). */
export class HuffmanTables {
  readonly #specifications = new Map<number, Uint8Array>();
  readonly #built = new Map<number, HuffmanTable>();
  #count = 0;

  /** @throws PictureFault */
  read({ payload }: Pick<JpegSegment, 'payload'>): void {
    let offset = 0;
    while (offset < payload.length) offset = this.#set(payload, offset);
  }

  /**
   * Returns the table set last, built on first use.
   *
   * @param key table class (0 DC or lossless, 1 AC) × 16 + destination
   */
  get(key: number): HuffmanTable | undefined {
    const specification = this.#specifications.get(key);
    if (specification === undefined) return undefined;
    const table = this.#built.get(key) ?? buildTable(specification);
    this.#built.set(key, table);
    return table;
  }

  /** @returns the end of the table in the payload */
  #set(payload: Uint8Array, offset: number): number {
    const counts = payload.subarray(offset + 1, offset + 1 + COUNTS);
    const codes = counts.reduce((sum, count) => sum + count, 0);
    const room = counts.reduce((left, count, i) => left - count * 2 ** (COUNTS - 1 - i), 2 ** 16);
    const end = offset + 1 + COUNTS + codes;
    this.#count += 1;
    if (room < 0 || end > payload.length || this.#count > MAX_TABLES) throw damagedJpeg();
    const key = payload[offset] ?? 0;
    this.#specifications.set(key, payload.subarray(offset + 1, end));
    this.#built.delete(key);
    return end;
  }
}

/** Bits of entropy-coded data, T.81 section F.2.2. */
export class EntropyReader {
  readonly #bytes: Uint8Array;
  #at: number;
  /** The low `count` bits are read next; the last `padded` of them are padding. */
  #held = 0;
  #count = 0;
  #padded = 0;

  /** @param start of the first entropy-coded byte. */
  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** The next symbol. @throws PictureFault */
  symbol(table: HuffmanTable): number {
    if (this.#count < LONGEST_CODE) this.#fill();
    const entry = table[(this.#held >>> (this.#count - LONGEST_CODE)) & 0xffff] ?? 0;
    if (entry === 0) throw damagedJpeg();
    this.#take(entry >> 8);
    return entry & 0xff;
  }

  /** The next bits, 0 to 16 of them, unsigned. @throws PictureFault */
  bits(length: number): number {
    if (length === 0) return 0;
    if (this.#count < LONGEST_CODE) this.#fill();
    const value = (this.#held >>> (this.#count - length)) & ((1 << length) - 1);
    this.#take(length);
    return value;
  }

  /**
   * Reads values that one table lookup gives, up to the first that needs more: one of many bits, or
   * one next to a byte 0xFF, which may be a marker. State is kept in local variables, which is
   * several times as fast as reading symbol by symbol.
   *
   * @param tables of 4,096 entries each; values use them in turn
   * @param into where values go from the index `from` on
   * @returns the index of the first value that was not read
   */
  shortValues(tables: ShortTable, into: Int32Array, from: number): number {
    if (this.#padded > 0) return from;
    const bytes = this.#bytes;
    let at = this.#at;
    let held = this.#held;
    let count = this.#count;
    let table = (from * SHORT_ENTRIES) % tables.length;
    let i = from;
    for (; i < into.length; i += 1) {
      if (count < SHORT_BITS) {
        const high = bytes[at] ?? 0xff;
        const low = bytes[at + 1] ?? 0xff;
        if (high === 0xff || low === 0xff) break;
        held = (held << 16) | (high << 8) | low;
        count += 16;
        at += 2;
      }
      const entry = tables[table + ((held >>> (count - SHORT_BITS)) & (SHORT_ENTRIES - 1))] ?? 0;
      if (entry === 0) break;
      count -= entry & 0xff;
      into[i] = entry >> 8;
      table += SHORT_ENTRIES;
      if (table === tables.length) table = 0;
    }
    this.#at = at;
    this.#held = held;
    this.#count = count;
    return i;
  }

  /** Skips to the next byte and over RST0…7. @throws PictureFault where there is none. */
  restart(): void {
    this.#held = 0;
    this.#count = 0;
    this.#padded = 0;
    this.#skipToMarker();
    const marker = this.#bytes[this.#at + 1];
    if (marker === undefined) throw truncatedJpeg();
    if (marker < 0xd0 || marker > 0xd7) throw damagedJpeg();
    this.#at += 2;
  }

  /** Returns the offset of the marker that ends the data. */
  end(): number {
    this.#skipToMarker();
    return this.#at;
  }

  #fill(): void {
    const bytes = this.#bytes;
    while (this.#count <= LONGEST_CODE) {
      let byte = bytes[this.#at] ?? 0;
      if (this.#at >= bytes.length || (byte === 0xff && bytes[this.#at + 1] !== 0)) {
        // At a marker a code may need fewer bits than the lookup reads.
        byte = 0;
        this.#padded += 8;
      } else {
        this.#at += byte === 0xff ? 2 : 1;
      }
      this.#held = (this.#held << 8) | byte;
      this.#count += 8;
    }
  }

  #take(length: number): void {
    this.#count -= length;
    if (this.#count < this.#padded) throw truncatedJpeg();
  }

  #skipToMarker(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const next = bytes[this.#at + 1];
      if (bytes[this.#at] === 0xff && next !== 0 && next !== 0xff) return;
      this.#at += bytes[this.#at] === 0xff && next === 0 ? 2 : 1;
    }
  }
}

/** A difference of `length` bits, T.81 figure F.12. */
export function extend(value: number, length: number): number {
  return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
}
