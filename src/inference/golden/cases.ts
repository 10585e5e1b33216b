import { Buffer } from 'node:buffer';
import type { Tensor, Tensors } from '../backends/backend.js';
import type { GoldenFile, GoldenTensor } from './schema.js';

export interface GoldenCase {
  readonly name: string;
  readonly inputs: Tensors;
  readonly outputs: Tensors;
}

export type Comparison = {
  readonly passed: boolean;
  /** Largest absolute error per output; an output that cannot be compared has none. */
  readonly maxAbsoluteError: Readonly<Record<string, number>>;
  /** Why it did not pass. */
  readonly reason?: string;
};

const BYTES_PER_VALUE = { u8: 1, 'u8-affine': 1, 'f32-le': 4, 'i64-le': 8 } as const;

function countOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Decodes one tensor. @throws RangeError if the length of the data differs from the shape. */
export function decodeGoldenTensor(tensor: GoldenTensor): Tensor {
  const bytes = Buffer.from(tensor.data, 'base64');
  const count = countOf(tensor.shape);
  const expected = count * BYTES_PER_VALUE[tensor.encoding];
  if (bytes.length !== expected) {
    throw new RangeError(`has ${bytes.length} bytes of data where its shape needs ${expected}`);
  }
  const { shape } = tensor;
  if (tensor.encoding === 'u8') return { dtype: 'bool', shape, data: Uint8Array.from(bytes) };
  if (tensor.encoding === 'i64-le') {
    const data = new BigInt64Array(count);
    for (let n = 0; n < count; n += 1) data[n] = bytes.readBigInt64LE(n * 8);
    return { dtype: 'int64', shape, data };
  }
  // Plain loops: `from` with a function takes twenty times as long.
  const data = new Float32Array(count);
  if (tensor.encoding === 'u8-affine') {
    const { offset, scale } = tensor;
    for (let n = 0; n < count; n += 1) data[n] = offset + scale * (bytes[n] ?? 0);
  } else for (let n = 0; n < count; n += 1) data[n] = bytes.readFloatLE(n * 4);
  return { dtype: 'float32', shape, data };
}

function decodeAll(where: string, tensors: Readonly<Record<string, GoldenTensor>>): Tensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, tensor]) => {
      try {
        return [name, decodeGoldenTensor(tensor)];
      } catch (error) {
        throw new RangeError(`${where}.${name} ${(error as RangeError).message}`);
      }
    }),
  );
}

/** All cases of a golden file. @throws RangeError that names the tensor at fault. */
export function decodeGolden(file: GoldenFile): GoldenCase[] {
  return file.cases.map((entry, index) => ({
    name: entry.name,
    inputs: decodeAll(`cases.${index}.inputs`, entry.inputs),
    outputs: decodeAll(`cases.${index}.outputs`, entry.outputs),
  }));
}

function errorOf(expected: Tensor, actual: Tensor | undefined): number | string {
  if (actual === undefined) return 'is missing';
  if (actual.dtype !== expected.dtype) return `is ${actual.dtype}, expected ${expected.dtype}`;
  if (actual.shape.join() !== expected.shape.join()) {
    return `has the shape [${actual.shape}], expected [${expected.shape}]`;
  }
  if (actual.data.length !== expected.data.length) return 'is shorter than its shape';
  let worst = 0;
  for (let i = 0; i < expected.data.length; i += 1) {
    const value = Number(actual.data[i]);
    // Every comparison with NaN is false: it would pass a comparison with the tolerance.
    if (!Number.isFinite(value)) return `holds ${value}`;
    worst = Math.max(worst, Math.abs(value - Number(expected.data[i])));
  }
  // An expectation that is NaN proves nothing.
  return Number.isFinite(worst) ? worst : 'has an expectation that is not finite';
}

/** Compares the outputs of a backend with the expected ones; every expected output must be present. */
export function compareOutputs(
  expected: Tensors,
  actual: Tensors,
  tolerance: Readonly<Record<string, number>>,
): Comparison {
  const maxAbsoluteError: Record<string, number> = {};
  const faults: string[] = [];
  for (const [name, tensor] of Object.entries(expected)) {
    const error = errorOf(tensor, actual[name]);
    if (typeof error === 'string') {
      faults.push(`${name} ${error}`);
      continue;
    }
    maxAbsoluteError[name] = error;
    const limit = tolerance[name] ?? 0;
    if (error > limit) faults.push(`${name} is off by ${error.toPrecision(3)}, limit ${limit}`);
  }
  return faults.length === 0
    ? { passed: true, maxAbsoluteError }
    : { passed: false, maxAbsoluteError, reason: faults.join('; ') };
}
