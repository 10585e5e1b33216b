import type { Size } from './affine.js';

type Samples = { [at: number]: number; readonly length: number };

/**
 * Fills a smaller picture with the means of the pixels that each of its pixels stands for.
 *
 * @param factor whole, 2 or more; pixels beyond the last whole group are left out
 */
export function reduceByMeans(
  source: Samples,
  { width, height }: Size,
  { factor, channels }: { readonly factor: number; readonly channels: number },
  target: Samples,
): void {
  const columns = Math.floor(width / factor);
  const rows = Math.floor(height / factor);
  const count = factor * factor;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let down = 0; down < factor; down += 1) {
          let at = ((row * factor + down) * width + column * factor) * channels + channel;
          for (let across = 0; across < factor; across += 1, at += channels) sum += source[at] ?? 0;
        }
        target[(row * columns + column) * channels + channel] = sum / count;
      }
    }
  }
}
