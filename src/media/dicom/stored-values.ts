import type { DecodedFrame } from './codecs/frame.js';
import { allocateSamples } from './codecs/samples.js';
import type { PixelFacts } from './pixel-facts.js';

export type Samples = DecodedFrame['samples'];

export type CellLayout = Pick<PixelFacts, 'bitsStored' | 'highBit' | 'signed'>;

export type Cells = Uint8Array | Uint16Array | Uint32Array;

/** The same memory as unsigned cells. */
export function cellsOf({ buffer, byteOffset, length, BYTES_PER_ELEMENT }: Samples): Cells {
  if (BYTES_PER_ELEMENT === 1) return new Uint8Array(buffer, byteOffset, length);
  if (BYTES_PER_ELEMENT === 2) return new Uint16Array(buffer, byteOffset, length);
  return new Uint32Array(buffer, byteOffset, length);
}

/** The layout of finished values, which fill their cells. */
export function layoutOf(values: Samples): CellLayout {
  const bits = values.BYTES_PER_ELEMENT * 8;
  const signed = [Int8Array, Int16Array, Int32Array].some((kind) => values instanceof kind);
  return { bitsStored: bits, highBit: bits - 1, signed };
}

/**
 * The value in a cell: the bits from High Bit down, with their sign. Bits above or below (overlays
 * of old files, garbage) are not part of the image (PS3.5 section 8.1.1).
 */
export function valueReader(layout: CellLayout): (cell: number) => number {
  const up = 31 - layout.highBit;
  const down = 32 - layout.bitsStored;
  return layout.signed ? (cell) => (cell << up) >> down : (cell) => (cell << up) >>> down;
}

/** Values out of cells of 8, 16 or 32 bits: the cells themselves where they hold nothing else. */
export function storedValues(samples: Samples, layout: CellLayout): Samples {
  const cells = cellsOf(samples);
  const cellBits = cells.BYTES_PER_ELEMENT * 8;
  const { bitsStored, signed } = layout;
  if (bitsStored >= cellBits && signed === layoutOf(samples).signed) return samples;
  const read = valueReader(layout);
  const values = allocateSamples(cellBits, signed, cells.length);
  for (let i = 0; i < values.length; i += 1) values[i] = read(cells[i] ?? 0);
  return values;
}
