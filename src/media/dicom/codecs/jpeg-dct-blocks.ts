import { type EntropyReader, extend, type HuffmanTable } from './jpeg-entropy.js';
import { damagedJpeg } from './jpeg-segments.js';

/** Natural order of coefficients by their zigzag index, T.81 figure A.6. */
export const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]);

const BLOCK = 64;

/** One scan of one component. */
export interface DctScan {
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
  /** First and last zigzag index. */
  readonly from: number;
  readonly to: number;
  /** Successive approximation: bit position of the scan before (0 for none) and of this one. */
  readonly high: number;
  readonly low: number;
  readonly progressive: boolean;
}

/** Decodes the blocks of a scan one after the other into the coefficients of the whole picture. */
export interface BlockDecoder {
  /** @param offset of the block's 64 coefficients, in natural order. */
  decode(coefficients: Int32Array, offset: number): void;
  /** Resets the predictors. */
  restart(): void;
}

function tableOf(table: HuffmanTable | undefined): HuffmanTable {
  if (table === undefined) throw damagedJpeg();
  return table;
}

const zigzag = (index: number) => ZIGZAG[index] ?? 0;

function readDc(reader: EntropyReader, table: HuffmanTable): number {
  const length = reader.symbol(table);
  if (length > 15) throw damagedJpeg();
  return length === 0 ? 0 : extend(reader.bits(length), length);
}

/** DC and AC coefficients of one block, T.81 section F.2.2. */
function createSequential(reader: EntropyReader, scan: DctScan): BlockDecoder {
  const dc = tableOf(scan.dc);
  const ac = tableOf(scan.ac);
  let predicted = 0;
  return {
    decode(coefficients, offset) {
      predicted += readDc(reader, dc);
      coefficients[offset] = predicted;
      let index = 1;
      while (index < BLOCK) {
        const symbol = reader.symbol(ac);
        const length = symbol & 15;
        if (length === 0 && symbol !== 0xf0) return;
        index += symbol >> 4;
        if (index >= BLOCK) throw damagedJpeg();
        if (length > 0) {
          coefficients[offset + zigzag(index)] = extend(reader.bits(length), length);
        }
        index += 1;
      }
    },
    restart() {
      predicted = 0;
    },
  };
}

/** DC of a progressive scan, T.81 section G.1.2.1. */
function createProgressiveDc(reader: EntropyReader, scan: DctScan): BlockDecoder {
  const bit = 1 << scan.low;
  const first = scan.high === 0 ? tableOf(scan.dc) : undefined;
  let predicted = 0;
  return {
    decode(coefficients, offset) {
      if (first === undefined) {
        if (reader.bits(1) === 1) coefficients[offset] = (coefficients[offset] ?? 0) | bit;
        return;
      }
      predicted += readDc(reader, first);
      coefficients[offset] = predicted * bit;
    },
    restart() {
      predicted = 0;
    },
  };
}

/** First AC scan of a band, T.81 section G.1.2.2. */
function createProgressiveAc(reader: EntropyReader, scan: DctScan): BlockDecoder {
  const ac = tableOf(scan.ac);
  let emptyBlocks = 0;
  return {
    decode(coefficients, offset) {
      if (emptyBlocks > 0) {
        emptyBlocks -= 1;
        return;
      }
      let index = scan.from;
      while (index <= scan.to) {
        const symbol = reader.symbol(ac);
        const run = symbol >> 4;
        const length = symbol & 15;
        if (length === 0 && run < 15) {
          emptyBlocks = (1 << run) - 1 + reader.bits(run);
          return;
        }
        index += run;
        if (index > scan.to) throw damagedJpeg();
        if (length > 0) {
          const value = extend(reader.bits(length), length);
          coefficients[offset + zigzag(index)] = value * (1 << scan.low);
        }
        index += 1;
      }
    },
    restart() {
      emptyBlocks = 0;
    },
  };
}

/** A refining AC scan of a band, T.81 section G.1.2.3. */
function createAcRefinement(reader: EntropyReader, scan: DctScan): BlockDecoder {
  const ac = tableOf(scan.ac);
  const bit = 1 << scan.low;
  let emptyBlocks = 0;

  /**
   * Refines coefficients from an index on, skipping the given number of zeros; returns the index of
   * the next zero.
   */
  const refine = (coefficients: Int32Array, offset: number, from: number, zeros: number) => {
    let left = zeros;
    for (let index = from; index <= scan.to; index += 1) {
      const at = offset + zigzag(index);
      const value = coefficients[at] ?? 0;
      if (value === 0) {
        if (left === 0) return index;
        left -= 1;
      } else if (reader.bits(1) === 1 && (Math.abs(value) & bit) === 0) {
        coefficients[at] = value + Math.sign(value) * bit;
      }
    }
    return scan.to + 1;
  };

  return {
    decode(coefficients, offset) {
      let index = scan.from;
      while (emptyBlocks === 0 && index <= scan.to) {
        const symbol = reader.symbol(ac);
        const run = symbol >> 4;
        const length = symbol & 15;
        if (length === 0 && run < 15) {
          emptyBlocks = (1 << run) + reader.bits(run);
          break;
        }
        if (length > 1) throw damagedJpeg();
        const sign = length === 0 ? 0 : reader.bits(1) === 1 ? 1 : -1;
        index = refine(coefficients, offset, index, run);
        if (sign !== 0) {
          if (index > scan.to) throw damagedJpeg();
          coefficients[offset + zigzag(index)] = sign * bit;
        }
        index += 1;
      }
      if (emptyBlocks === 0) return;
      refine(coefficients, offset, index, BLOCK);
      emptyBlocks -= 1;
    },
    restart() {
      emptyBlocks = 0;
    },
  };
}

export function createBlockDecoder(reader: EntropyReader, scan: DctScan): BlockDecoder {
  if (!scan.progressive) return createSequential(reader, scan);
  if (scan.from === 0) return createProgressiveDc(reader, scan);
  return scan.high === 0 ? createProgressiveAc(reader, scan) : createAcRefinement(reader, scan);
}
