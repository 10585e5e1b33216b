import sharp, { type Sharp } from 'sharp';

/** A square in pixels of its picture. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly grey: number;
}

const DARK = 40;

/** Row by row: dark, with bright squares. */
export function spotPixels(width: number, height: number, spots: readonly Spot[]): Uint8Array {
  const pixels = new Uint8Array(width * height).fill(DARK);
  for (const { x, y, side, grey } of spots) {
    for (let row = y; row < y + side; row += 1) {
      pixels.fill(grey, row * width + x, row * width + x + side);
    }
  }
  return pixels;
}

/** A grey picture of bright squares on dark ground. */
export function spotPicture(width: number, height: number, ...spots: Spot[]): Sharp {
  const pixels = spotPixels(width, height, spots);
  return sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}
