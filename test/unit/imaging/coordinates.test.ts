import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pixelBox, storedPoint } from '../../../src/imaging/coordinates.js';

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Where the one white pixel of an upright picture was before the file asked to be turned. */
async function whiteAfterTurning(x: number, y: number, orientation: number) {
  const [width, height] = [6, 4];
  const pixels = Buffer.alloc(width * height);
  pixels[y * width + x] = 255;
  const stored = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .withMetadata({ orientation })
    .tiff({ compression: 'none' })
    .toBuffer();
  const upright = await sharp(stored)
    .autoOrient()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const place = upright.data.indexOf(255);
  const { info } = upright;
  const across = ((place % info.width) + 0.5) / info.width;
  const down = (Math.floor(place / info.width) + 0.5) / info.height;
  return { across, down, stored: [(x + 0.5) / width, (y + 0.5) / height] };
}

describe('storedPoint', () => {
  it.each(ORIENTATIONS)('undoes what a reader does with EXIF orientation %i', async (turn) => {
    for (const [x, y] of [
      [1, 0],
      [4, 3],
      [0, 2],
    ] as const) {
      const { across, down, stored } = await whiteAfterTurning(x, y, turn);
      const [backX, backY] = storedPoint([across, down], turn);
      expect(backX).toBeCloseTo(stored[0]!, 9);
      expect(backY).toBeCloseTo(stored[1]!, 9);
    }
  });
});

describe('pixelBox', () => {
  it('rounds outwards, but not for the dust of binary fractions', () => {
    const picture = { width: 100, height: 50, orientation: 1 };
    expect(pixelBox({ x: 0.101, y: 0.1, width: 0.2, height: 0.2 }, picture)).toEqual({
      x: 10,
      y: 5,
      width: 21,
      height: 10,
    });
    expect(pixelBox({ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }, picture)).toEqual({
      x: 10,
      y: 5,
      width: 20,
      height: 10,
    });
  });

  it('stays inside the picture, with at least a pixel, whatever the region and orientation', () => {
    const part = fc.double({ min: -1, max: 2, noNaN: true });
    const side = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ x: part, y: part, width: side, height: side }),
        fc.record({
          width: fc.integer({ min: 1, max: 4_000 }),
          height: fc.integer({ min: 1, max: 4_000 }),
          orientation: fc.constantFrom(...ORIENTATIONS),
        }),
        (region, picture) => {
          const { x, y, width, height } = pixelBox(region, picture);
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
          expect(x + width).toBeLessThanOrEqual(picture.width);
          expect(y + height).toBeLessThanOrEqual(picture.height);
        },
      ),
    );
  });
});
