import { type BitCursor, readBits, readRice, readSigned, readUnary } from './bit-cursor.js';

/** The frame is not valid. */
export class BadFrame extends Error {}

type Samples = Int32Array | Float64Array;

/** Residuals of a subframe's predictor into `out[order..]` (RFC 9639 section 9.2.7). */
function readResiduals(cursor: BitCursor, out: Int32Array, order: number): void {
  const method = readBits(cursor, 2);
  if (method > 1) throw new BadFrame();
  const parameterBits = method === 0 ? 4 : 5;
  const plain = 2 ** parameterBits - 1;
  const partitions = 2 ** readBits(cursor, 4);
  const size = out.length / partitions;
  if (!Number.isInteger(size) || size < order) throw new BadFrame();
  let from = order;
  for (let to = size; to <= out.length; to += size) {
    const parameter = readBits(cursor, parameterBits);
    if (parameter === plain) {
      const width = readBits(cursor, 5);
      for (let i = from; i < to; i += 1) out[i] = readSigned(cursor, width);
    } else {
      readRice(cursor, parameter, out, from, to);
    }
    from = to;
  }
}

const FIXED = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]] as const;

/** Prediction in 32-bit arithmetic: allowed where no sum can leave 32 bits. */
function predictNarrow(
  samples: Int32Array,
  residuals: Int32Array,
  weights: Int32Array,
  shift: number,
) {
  const order = weights.length;
  for (let i = order; i < samples.length; i += 1) {
    let sum = 0;
    for (let j = 0; j < order; j += 1) {
      sum = (sum + Math.imul(weights[j] as number, samples[i - 1 - j] as number)) | 0;
    }
    samples[i] = (residuals[i] as number) + (sum >> shift);
  }
}

/** The same with sums of up to 53 bits. */
function predictWide(samples: Samples, residuals: Int32Array, weights: Int32Array, shift: number) {
  const order = weights.length;
  const scale = 2 ** -shift;
  for (let i = order; i < samples.length; i += 1) {
    let sum = 0;
    for (let j = 0; j < order; j += 1) {
      sum += (weights[j] as number) * (samples[i - 1 - j] as number);
    }
    samples[i] = (residuals[i] as number) + Math.floor(sum * scale);
  }
}

interface Predictor {
  readonly weights: Int32Array;
  readonly shift: number;
  /** Bits that a sum of products may need. */
  readonly bits: number;
}

function readLinear(cursor: BitCursor, order: number, bits: number): Predictor {
  const precision = readBits(cursor, 4) + 1;
  if (precision === 16) throw new BadFrame();
  const shift = readSigned(cursor, 5);
  if (shift < 0) throw new BadFrame();
  const weights = Int32Array.from({ length: order }, () => readSigned(cursor, precision));
  return { weights, shift, bits: bits + precision + Math.ceil(Math.log2(order)) };
}

function readPredicted(cursor: BitCursor, samples: Samples, type: number, bits: number): void {
  const linear = type >= 32;
  const order = linear ? (type & 31) + 1 : type - 8;
  if (order > samples.length || (!linear && order > 4)) throw new BadFrame();
  for (let i = 0; i < order; i += 1) samples[i] = readSigned(cursor, bits);
  const predictor = linear
    ? readLinear(cursor, order, bits)
    : { weights: Int32Array.from(FIXED[order] ?? []), shift: 0, bits: bits + 4 };
  const residuals = new Int32Array(samples.length);
  readResiduals(cursor, residuals, order);
  const { weights, shift } = predictor;
  if (samples instanceof Int32Array && predictor.bits <= 32) {
    predictNarrow(samples, residuals, weights, shift);
  } else predictWide(samples, residuals, weights, shift);
}

/**
 * One channel of a frame: `blockSize` whole numbers of `bits` bits (RFC 9639 section 9.2).
 * @throws BadFrame, OutOfBits
 */
export function readSubframe(cursor: BitCursor, blockSize: number, bits: number): Samples {
  if (readBits(cursor, 1) !== 0) throw new BadFrame();
  const type = readBits(cursor, 6);
  const wasted = readBits(cursor, 1) === 1 ? readUnary(cursor) + 1 : 0;
  const width = bits - wasted;
  if (width < 1) throw new BadFrame();
  const samples = bits > 32 ? new Float64Array(blockSize) : new Int32Array(blockSize);
  if (type === 0) samples.fill(readSigned(cursor, width));
  else if (type === 1) {
    for (let i = 0; i < blockSize; i += 1) samples[i] = readSigned(cursor, width);
  } else if (type >= 32 || (type >= 8 && type <= 12)) {
    readPredicted(cursor, samples, type, width);
  } else throw new BadFrame();
  if (wasted > 0) {
    const scale = 2 ** wasted;
    for (let i = 0; i < blockSize; i += 1) samples[i] = (samples[i] as number) * scale;
  }
  return samples;
}
