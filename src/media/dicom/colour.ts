import { PictureFault } from '../picture-fault.js';
import type { Samples } from './stored-values.js';

const FULL_RANGE = 255;
const LUMA_AND_CHROMA = ['YBR_FULL', 'YBR_FULL_422'];

/** Samples of any width as bytes. */
function asBytes(values: Samples, bitsStored: number): Uint8Array {
  if (values instanceof Uint8Array && bitsStored === 8) return values;
  const white = 2 ** bitsStored - 1;
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = Math.round(((values[i] ?? 0) * FULL_RANGE) / white);
  }
  return bytes;
}

/**
 * YBR_FULL to RGB (PS3.3 C.7.6.3.1.2, the JFIF form of ITU-R BT.601).
 *
 * @param ybr Y, Cb and Cr of one pixel after the other, 0..255
 */
export function fromYbr(ybr: Uint8Array): Uint8Array {
  const rgb = new Uint8ClampedArray(ybr.length);
  for (let i = 0; i + 2 < ybr.length; i += 3) {
    const y = ybr[i] ?? 0;
    const blue = (ybr[i + 1] ?? 0) - 128;
    const red = (ybr[i + 2] ?? 0) - 128;
    rgb[i] = y + 1.402 * red;
    rgb[i + 1] = y - 0.344136 * blue - 0.714136 * red;
    rgb[i + 2] = y + 1.772 * blue;
  }
  return new Uint8Array(rgb.buffer);
}

/**
 * Colours of a frame of three samples per pixel.
 *
 * @param values interleaved by pixel, unsigned
 * @param photometric of these values, which a codec may have changed
 * @returns red, green and blue of one pixel after the other, 0..255
 * @throws PictureFault
 */
export function trueColours(values: Samples, photometric: string, bitsStored: number): Uint8Array {
  const bytes = asBytes(values, bitsStored);
  if (photometric === 'RGB') return bytes;
  if (LUMA_AND_CHROMA.includes(photometric)) return fromYbr(bytes);
  throw new PictureFault(`is ${photometric}, which requires compressed pixel data`);
}
