import { describe, expect, it } from 'vitest';
import { PictureFault } from '../../../src/media/picture-fault.js';
import { openRaster } from '../../../src/media/raster.js';
import { type RawTiff, rawTiff } from '../../support/raw-tiff.js';

const WIDTH = 256;
const HEIGHT = 64;

/** The bytes of a gradient, one row like the other. */
function gradient(
  samples: { readonly buffer: ArrayBufferLike; [index: number]: number; readonly length: number },
  valueAt: (column: number) => number,
): Uint8Array {
  for (let i = 0; i < samples.length; i += 1) samples[i] = valueAt(i % WIDTH);
  return new Uint8Array(samples.buffer);
}
const COUNT = WIDTH * HEIGHT;
const open = (tiff: Omit<RawTiff, 'width' | 'height'>) =>
  openRaster(rawTiff({ width: WIDTH, height: HEIGHT, ...tiff }), { megapixels: 10 });

describe('openRaster, by type of sample', () => {
  it.each([0, 1] as const)('reads unsigned TIFFs of photometric %d', async (photometric) => {
    const files = [
      { bits: 8, pixels: gradient(new Uint8Array(COUNT), (x) => x) },
      { bits: 16, pixels: gradient(new Uint16Array(COUNT), (x) => x * 257) },
    ];
    for (const file of files) {
      const raster = await open({ ...file, format: 'unsigned', photometric });
      expect(raster).toMatchObject({ bitsPerSample: file.bits, colour: false });
      const { greys } = await raster.sample(WIDTH, HEIGHT);
      const expected = (column: number) => (photometric === 1 ? column : 255 - column);
      for (const column of [0, 1, 100, 254, 255]) {
        expect(Math.abs(greys[column]! - expected(column))).toBeLessThan(0.5);
      }
    }
  });

  it.each([
    ['signed', 8, gradient(new Int8Array(COUNT), (x) => x - 128)],
    ['signed', 16, gradient(new Int16Array(COUNT), (x) => x * 200 - 25_600)],
    ['unsigned', 32, gradient(new Uint32Array(COUNT), (x) => x * 16_843_009)],
    ['signed', 32, gradient(new Int32Array(COUNT), (x) => x)],
    ['float', 32, gradient(new Float32Array(COUNT), (x) => x / 255)],
    ['float', 32, gradient(new Float32Array(COUNT), () => Number.NaN)],
  ] as const)(
    'refuses %s samples of %i bits, which would be clipped',
    async (format, bits, pixels) => {
      const refusal = open({ format, bits, pixels });
      await expect(refusal).rejects.toThrow(PictureFault);
      await expect(refusal).rejects.toThrow('must have unsigned integer samples of 8 or 16 bits');
    },
  );
});
