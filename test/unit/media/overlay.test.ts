import { describe, expect, it } from 'vitest';
import { type Overlay, renderOverlay } from '../../../src/media/overlay.js';
import { openRaster } from '../../../src/media/raster.js';

const LIMITS = { megapixels: 10 };
const SIZE = { width: 64, height: 40 };
const RED = [255, 0, 0, 200];
const CLEAR = [255, 0, 0, 0];

const overlay = (region: Overlay['region'], cells = [RED]): Overlay => ({
  rgba: Uint8Array.from(cells.flat()),
  columns: cells.length,
  rows: 1,
  region,
});

/** Whether something is drawn at a pixel of the PNG as it is stored. */
async function drawnAt(made: Overlay, size = SIZE, orientation = 1) {
  const png = await renderOverlay(made, size, orientation);
  const raster = await openRaster(png, LIMITS);
  const { greys } = await raster.sample(raster.width, raster.height);
  return {
    size: [raster.width, raster.height],
    at: (x: number, y: number) => (greys[y * raster.width + x] ?? 0) > 40,
    count: greys.filter((grey) => grey > 40).length,
  };
}

describe('renderOverlay', () => {
  it('draws a grid over the whole of a size, with its transparency', async () => {
    const region = { left: 0, top: 0, ...SIZE };
    const { size, at } = await drawnAt(overlay(region, [RED, CLEAR]));
    expect(size).toEqual([64, 40]);
    expect([at(0, 0), at(15, 39), at(63, 0), at(50, 39)]).toEqual([true, true, false, false]);
  });

  it('draws nothing around a region', async () => {
    const { at, count } = await drawnAt(overlay({ left: 10, top: 20, width: 30, height: 8 }));
    expect([at(10, 20), at(39, 27)]).toEqual([true, true]);
    expect([at(9, 20), at(10, 19), at(40, 27), at(39, 28)]).toEqual(Array(4).fill(false));
    expect(count).toBe(240);
  });

  it.each([
    ['one pixel', { left: 63, top: 39, width: 1, height: 1 }, 1],
    ['its last row', { left: 0, top: 39, width: 64, height: 1 }, 64],
    ['all of it', { left: 0, top: 0, width: 64, height: 40 }, 2_560],
  ])('keeps a region at the border: %s', async (_, region, pixels) => {
    expect((await drawnAt(overlay(region))).count).toBe(pixels);
  });

  it('cuts off what is outside the picture and moves nothing', async () => {
    // A square input around a picture of 64 × 40: twelve rows of bars above and below.
    const region = { left: 0, top: -12, width: 64, height: 64 };
    const left = await drawnAt(overlay(region, [RED, CLEAR]));
    expect([left.at(10, 0), left.at(10, 39), left.at(54, 20)]).toEqual([true, true, false]);
    const rows: Overlay = { ...overlay(region, [RED, CLEAR]), columns: 1, rows: 2 };
    const upper = await drawnAt(rows);
    // The border between the two cells stays at the middle of the region, row 20 of the picture.
    expect([upper.at(32, 0), upper.at(32, 15), upper.at(32, 26)]).toEqual([true, true, false]);
  });

  it.each([
    ['left', { left: -30, top: 0, width: 40, height: 40 }, 10 * 40],
    ['above', { left: 0, top: -39, width: 64, height: 40 }, 64],
    ['right', { left: 60, top: 10, width: 50, height: 10 }, 4 * 10],
    ['below', { left: 10, top: 30, width: 10, height: 30 }, 10 * 10],
    ['every side', { left: -50, top: -50, width: 200, height: 200 }, 64 * 40],
  ])('cuts off a region that reaches out of the picture: %s', async (_, region, pixels) => {
    expect((await drawnAt(overlay(region))).count).toBe(pixels);
  });

  // Where the upright picture's top left corner is stored (Exif 2.32, tag 0x0112).
  it.each([
    [1, [64, 40], [0, 0]],
    [2, [64, 40], [63, 0]],
    [3, [64, 40], [63, 39]],
    [4, [64, 40], [0, 39]],
    [5, [40, 64], [0, 0]],
    [6, [40, 64], [0, 63]],
    [7, [40, 64], [39, 63]],
    [8, [40, 64], [39, 0]],
  ] as const)(
    'turns it as a picture of orientation %i is stored',
    async (orientation, size, to) => {
      const corner = overlay({ left: 0, top: 0, width: 1, height: 1 });
      const drawn = await drawnAt(corner, SIZE, orientation);
      expect(drawn.size).toEqual(size);
      expect(drawn.count).toBe(1);
      expect(drawn.at(to[0], to[1])).toBe(true);
      // The next pixel of the first row: tells a turn from a mirror image.
      const next = await drawnAt(
        overlay({ left: 1, top: 0, width: 1, height: 1 }),
        SIZE,
        orientation,
      );
      const step =
        { 1: [1, 0], 2: [-1, 0], 3: [-1, 0], 4: [1, 0] }[orientation as 1] ??
        {
          5: [0, 1],
          6: [0, -1],
          7: [0, -1],
          8: [0, 1],
        }[orientation as 5];
      expect(next.at(to[0] + step[0]!, to[1] + step[1]!)).toBe(true);
    },
  );
});
