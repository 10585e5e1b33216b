import { damagedJpeg, type JpegSegment, truncatedJpeg } from './jpeg-segments.js';

/**
 * Huffman codes as a table for the next 16 bits: code length × 256 + symbol, 0 for no code.
 */
export type HuffmanTable = Uint16Array;

const LONGEST_CODE = 16;

/** Table class (0 DC or lossless, 1 AC) × 16 + destination. */
export type HuffmanTables = Map<number, HuffmanTable>;

/** @returns where the table ends in the payload. */
function readTable(payload: Uint8Array, offset: number, tables: HuffmanTables): number {
  const table = new Uint16Array(1 << LONGEST_CODE);
  let symbolAt = offset + 1 + LONGEST_CODE;
  let filled = 0;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    const codes = payload[offset + length] ?? 0;
    const span = 1 << (LONGEST_CODE - length);
    if (filled + codes * span > table.length) throw damagedJpeg();
    for (let i = 0; i < codes; i += 1) {
      const symbol = payload[symbolAt];
      if (symbol === undefined) throw damagedJpeg();
      table.fill(length * 256 + symbol, filled, filled + span);
      filled += span;
      symbolAt += 1;
    }
  }
  tables.set(payload[offset] ?? 0, table);
  return symbolAt;
}

/** Reads a DHT segment, T.81 section B.2.4.2. */
export function readHuffmanTables({ payload }: JpegSegment, tables: HuffmanTables): void {
  let offset = 0;
  while (offset < payload.length) offset = readTable(payload, offset, tables);
}

/** Bits of entropy-coded data, T.81 section F.2.2. */
export interface EntropyReader {
  /** The next symbol. @throws PictureFault */
  symbol(table: HuffmanTable): number;
  /** The next bits, 0 to 16 of them, unsigned. @throws PictureFault */
  bits(count: number): number;
  /** Skips to the next byte and over RST0…7. @throws PictureFault where there is none. */
  restart(): void;
  /** Where the marker stands that ends the data. */
  end(): number;
}

/** @param start of the first entropy-coded byte. */
export function createEntropyReader(bytes: Uint8Array, start: number): EntropyReader {
  let at = start;
  // The low `count` bits of `held` are to be read next; the last `padded` of them are invented.
  let held = 0;
  let count = 0;
  let padded = 0;

  const fill = () => {
    while (count <= LONGEST_CODE) {
      let byte = bytes[at] ?? 0;
      if (at >= bytes.length || (byte === 0xff && bytes[at + 1] !== 0)) {
        // At a marker a code may need fewer bits than are looked at.
        byte = 0;
        padded += 8;
      } else {
        at += byte === 0xff ? 2 : 1;
      }
      held = (held << 8) | byte;
      count += 8;
    }
  };
  const take = (length: number) => {
    count -= length;
    if (count < padded) throw truncatedJpeg();
  };
  const skipToMarker = () => {
    while (at < bytes.length) {
      const next = bytes[at + 1];
      if (bytes[at] === 0xff && next !== 0 && next !== 0xff) return;
      at += bytes[at] === 0xff && next === 0 ? 2 : 1;
    }
  };

  return {
    symbol(table) {
      if (count < LONGEST_CODE) fill();
      const entry = table[(held >>> (count - LONGEST_CODE)) & 0xffff] ?? 0;
      if (entry === 0) throw damagedJpeg();
      take(entry >> 8);
      return entry & 0xff;
    },
    bits(length) {
      if (length === 0) return 0;
      if (count < LONGEST_CODE) fill();
      const value = (held >>> (count - length)) & ((1 << length) - 1);
      take(length);
      return value;
    },
    restart() {
      held = 0;
      count = 0;
      padded = 0;
      skipToMarker();
      const marker = bytes[at + 1];
      if (marker === undefined) throw truncatedJpeg();
      if (marker < 0xd0 || marker > 0xd7) throw damagedJpeg();
      at += 2;
    },
    end() {
      skipToMarker();
      return at;
    },
  };
}

/** A difference of `length` bits, T.81 figure F.12. */
export function extend(value: number, length: number): number {
  return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
}
