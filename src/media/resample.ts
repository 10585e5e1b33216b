import sharp from 'sharp';

/** A picture as greys. */
export interface GreyPicture {
  /** Row by row from the top left; 0..255 is the full range for any number of bits per sample. */
  readonly greys: Float32Array;
  /** The same in the range 0..65535, of a picture that has its greys so. */
  readonly samples?: Uint16Array;
  /** Mean distance between colour channels, 0..255; 0 for a grey picture saved as colour. */
  readonly chroma: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** To the exact size; proportions are not kept. */
export const RESAMPLE_OPTIONS = {
  fit: 'fill',
  kernel: 'lanczos3',
  fastShrinkOnLoad: false,
} as const;

/** 16-bit samples as the library returns them. */
export const shorts = (bytes: Buffer) =>
  new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);

/** Greys by the luma weights of ITU-R BT.601, as radiograph viewers and JPEG itself use them. */
export function greysOf(pixels: Buffer): GreyPicture {
  const greys = new Float32Array(pixels.length / 3);
  let distance = 0;
  for (let i = 0; i < greys.length; i += 1) {
    const red = pixels[i * 3] ?? 0;
    const green = pixels[i * 3 + 1] ?? 0;
    const blue = pixels[i * 3 + 2] ?? 0;
    greys[i] = 0.299 * red + 0.587 * green + 0.114 * blue;
    distance += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return { greys, chroma: distance / greys.length };
}

/** A part of a picture, in its own pixels. */
export interface PixelRegion extends Size {
  readonly left: number;
  readonly top: number;
}

const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

/**
 * Resamples greys to another size, their proportions not kept.
 *
 * @param samples row by row, 0..65535
 * @param region the part to take, the whole when left out
 * @returns 0..65535; the samples themselves where nothing is to be changed
 */
export async function resampleSamples(
  samples: Uint16Array,
  size: Size,
  to: Size,
  region?: PixelRegion,
): Promise<Uint16Array> {
  if (isSameSize(size, to) && isSameSize(region ?? size, size)) return samples;
  const whole = sharp(samples, { raw: { ...size, channels: 1 } });
  const data = await (region ? whole.extract(region) : whole)
    .toColourspace('grey16')
    .resize(to.width, to.height, RESAMPLE_OPTIONS)
    .extractChannel(0)
    .raw({ depth: 'ushort' })
    .toBuffer();
  return shorts(data);
}

/** The same samples in the range 0..255. */
export function greysOfSamples(samples: Uint16Array): Float32Array {
  const greys = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) greys[at] = (samples[at] ?? 0) / 257;
  return greys;
}

/** Resamples greys as `resampleSamples` does, and returns them as 0..255. */
export async function resampleGreys(
  samples: Uint16Array,
  size: Size,
  to: Size,
  region?: PixelRegion,
): Promise<Float32Array> {
  return greysOfSamples(await resampleSamples(samples, size, to, region));
}

/**
 * Returns a colour picture as greys, resampled to another size.
 *
 * @param rgb red, green and blue of one pixel after the other, 0..255
 */
export async function resampleColour(rgb: Uint8Array, size: Size, to: Size): Promise<GreyPicture> {
  const pixels = await sharp(rgb, { raw: { ...size, channels: 3 } })
    .resize(to.width, to.height, RESAMPLE_OPTIONS)
    .raw({ depth: 'uchar' })
    .toBuffer();
  return greysOf(pixels);
}

/**
 * Resamples a colour picture to another size; enlarged, its pixels become squares.
 *
 * @param rgb red, green and blue of one pixel after the other, 0..255
 */
export async function resizeColour(rgb: Uint8Array, size: Size, to: Size): Promise<Uint8Array> {
  if (isSameSize(size, to)) return rgb;
  const kernel = to.width > size.width ? 'nearest' : RESAMPLE_OPTIONS.kernel;
  return sharp(rgb, { raw: { ...size, channels: 3 } })
    .resize(to.width, to.height, { ...RESAMPLE_OPTIONS, kernel })
    .raw({ depth: 'uchar' })
    .toBuffer();
}
