/// <reference lib="webworker" />

import { reductionOf } from './affine.js';
import type { PictureRequest, PictureResult } from './picture-decoding.js';

// Decodes one PNG, JPEG or WebP file outside the thread of the page, reduced where it is too large.

/** Channels of a picture without colour differ by no more than this: rounding of JPEG. */
const MAX_GREY_DIFFERENCE = 3;

function isGrey(rgba: Uint8ClampedArray): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    const red = rgba[at] ?? 0;
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
    if (spread > MAX_GREY_DIFFERENCE) return false;
  }
  return true;
}

/** The first channels of every pixel: one for grey, three for colour. */
function withChannels(rgba: Uint8ClampedArray, channels: 1 | 3): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array((rgba.length / 4) * channels);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    for (let channel = 0; channel < channels; channel += 1)
      pixels[to++] = rgba[from + channel] ?? 0;
  }
  return pixels;
}

async function decode({ file, limits, wantsRgba }: PictureRequest): Promise<PictureResult> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none' });
  const natural = { width: bitmap.width, height: bitmap.height };
  const factor = reductionOf(natural, limits);
  const width = Math.max(1, Math.round(natural.width / factor));
  const height = Math.max(1, Math.round(natural.height / factor));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the worker cannot draw');
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const shape = { width, height, natural };
  if (isGrey(data)) return { ...shape, channels: 1, pixels: withChannels(data, 1) };
  return wantsRgba
    ? { ...shape, channels: 4, pixels: new Uint8Array(data.buffer) }
    : { ...shape, channels: 3, pixels: withChannels(data, 3) };
}

self.addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  decode(data).then(
    (result) => self.postMessage(result, [result.pixels.buffer]),
    () => self.postMessage(undefined),
  );
});
