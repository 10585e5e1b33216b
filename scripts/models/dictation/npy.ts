import { readFileSync } from 'node:fs';

/** An array of numpy, in rows. */
export interface NumpyArray {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Value of 16 bits as IEEE 754 half precision. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * Reads a file of numpy's format 1 or 2 with floating-point numbers of 16 or 32 bits, little-endian.
 *
 * @throws RangeError when it is no such file
 */
export function readNpy(path: string): NumpyArray {
  const file = readFileSync(path);
  if (file.toString('latin1', 1, 6) !== 'NUMPY') throw new RangeError(`${path} is not of numpy`);
  const wide = (file[6] ?? 1) > 1;
  const start = (wide ? 12 : 10) + (wide ? file.readUInt32LE(8) : file.readUInt16LE(8));
  const header = file.toString('latin1', wide ? 12 : 10, start);
  const kind = /'descr': '<f([24])'/.exec(header)?.[1];
  const shape = /'shape': \(([^)]*)\)/.exec(header)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  if (kind === undefined || header.includes("'fortran_order': True")) {
    throw new RangeError(`${path} holds other numbers than expected`);
  }
  const count = shape.reduce((product, side) => product * side, 1);
  const read =
    kind === '2'
      ? (i: number) => half(file.readUInt16LE(start + 2 * i))
      : (i: number) => file.readFloatLE(start + 4 * i);
  return { shape, values: Float32Array.from({ length: count }, (_, i) => read(i)) };
}
