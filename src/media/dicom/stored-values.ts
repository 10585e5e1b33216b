import type { DecodedFrame } from './codecs/frame.js';
import type { PixelFacts } from './pixel-facts.js';

export type Samples = DecodedFrame['samples'];

type Layout = Pick<PixelFacts, 'bitsStored' | 'highBit' | 'signed'>;

function reinterpret(samples: Samples, signed: boolean): Samples {
  const { buffer, byteOffset, length, BYTES_PER_ELEMENT: size } = samples;
  if (size === 1) {
    return signed
      ? new Int8Array(buffer, byteOffset, length)
      : new Uint8Array(buffer, byteOffset, length);
  }
  if (size === 2) {
    return signed
      ? new Int16Array(buffer, byteOffset, length)
      : new Uint16Array(buffer, byteOffset, length);
  }
  return signed
    ? new Int32Array(buffer, byteOffset, length)
    : new Uint32Array(buffer, byteOffset, length);
}

/**
 * Sample values out of their cells: the bits from High Bit down, with their sign. What stands above
 * or below (overlays of old files, garbage) is no part of the picture (PS3.5 section 8.1.1).
 *
 * @param samples cells of 8, 16 or 32 bits, changed in place: a large frame does not fit in memory
 *   many times.
 */
export function storedValues(samples: Samples, { bitsStored, highBit, signed }: Layout): Samples {
  const values = reinterpret(samples, signed);
  const cellBits = values.BYTES_PER_ELEMENT * 8;
  const above = cellBits - 1 - highBit;
  if (above <= 0 && bitsStored >= cellBits) return values;
  const up = 32 - cellBits + Math.max(0, above);
  const down = 32 - bitsStored;
  for (let i = 0; i < values.length; i += 1) {
    const moved = (values[i] ?? 0) << up;
    values[i] = signed ? moved >> down : moved >>> down;
  }
  return values;
}
