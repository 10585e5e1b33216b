import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Affine,
  affineOfCorners,
  applyAffine,
  composeAffine,
  invertAffine,
  lengthBetween,
  limitZoom,
  MAX_ZOOM,
  mapBox,
  reductionOf,
  sightOfBox,
  uprightMap,
} from '../../../../src/console/pages/image/viewer/affine.js';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const affine: fc.Arbitrary<Affine> = fc
  .record({ a: number, b: number, c: number, d: number, e: number, f: number })
  .filter(({ a, b, c, d }) => Math.abs(a * d - b * c) > 0.1);
const point = fc.record({ x: number, y: number });

describe('maps of points', () => {
  it('are undone by their inverse', () => {
    fc.assert(
      fc.property(affine, point, (map, at) => {
        const back = applyAffine(invertAffine(map), applyAffine(map, at));
        expect(back.x).toBeCloseTo(at.x, 4);
        expect(back.y).toBeCloseTo(at.y, 4);
      }),
    );
  });

  it('follow each other as their composition does', () => {
    fc.assert(
      fc.property(affine, affine, point, (second, first, at) => {
        const apart = applyAffine(second, applyAffine(first, at));
        const together = applyAffine(composeAffine(second, first), at);
        expect(together.x).toBeCloseTo(apart.x, 4);
        expect(together.y).toBeCloseTo(apart.y, 4);
      }),
    );
  });

  it('are found from three corners', () => {
    const map = affineOfCorners({ width: 200, height: 100 }, [
      { x: 10, y: 20 },
      { x: 110, y: 20 },
      { x: 10, y: 70 },
    ]);
    expect(applyAffine(map, { x: 200, y: 100 })).toEqual({ x: 110, y: 70 });
    expect(applyAffine(map, { x: 100, y: 50 })).toEqual({ x: 60, y: 45 });
  });

  it('have no inverse where they flatten the picture', () => {
    expect(() => invertAffine({ a: 1, b: 2, c: 2, d: 4, e: 0, f: 0 })).toThrow(RangeError);
  });

  it('take a box to the box round its corners', () => {
    const turned = uprightMap({ width: 100, height: 50 }, 6);
    expect(mapBox(turned, { x: 10, y: 5, width: 20, height: 10 })).toEqual({
      x: 35,
      y: 10,
      width: 10,
      height: 20,
    });
  });
});

describe('the upright picture', () => {
  /** Exif 2.32, tag 0x0112: at which corners the first row begins and ends. */
  it.each([
    [1, 'top left', 'top right'],
    [2, 'top right', 'top left'],
    [3, 'bottom right', 'bottom left'],
    [4, 'bottom left', 'bottom right'],
    [5, 'top left', 'bottom left'],
    [6, 'top right', 'bottom right'],
    [7, 'bottom right', 'top right'],
    [8, 'bottom left', 'top left'],
  ])('of orientation %i has its first row from %s to %s', (orientation, from, to) => {
    const stored = { width: 300, height: 200 };
    const upright = orientation >= 5 ? { width: 200, height: 300 } : stored;
    const corner = (name: string) => ({
      x: name.endsWith('right') ? upright.width : 0,
      y: name.startsWith('bottom') ? upright.height : 0,
    });
    const map = uprightMap(stored, orientation);
    expect(applyAffine(map, { x: 0, y: 0 })).toEqual(corner(from));
    expect(applyAffine(map, { x: stored.width, y: 0 })).toEqual(corner(to));
    // No orientation leaves the middle.
    expect(applyAffine(map, { x: 150, y: 100 })).toEqual({
      x: upright.width / 2,
      y: upright.height / 2,
    });
  });
});

describe('lengths', () => {
  it('are in mm where the spacing of rows and columns is known', () => {
    const spacing = { rows: 0.5, columns: 0.25 };
    expect(lengthBetween({ x: 0, y: 0 }, { x: 12, y: 8 }, spacing)).toEqual({
      value: 5,
      unit: 'mm',
    });
  });

  it('are in pixels where it is not', () => {
    expect(lengthBetween({ x: 1, y: 1 }, { x: 4, y: 5 }, undefined)).toEqual({
      value: 5,
      unit: 'px',
    });
  });
});

describe('what a viewport shows', () => {
  it('has a box in its middle, in half of its size', () => {
    const sight = sightOfBox(
      { x: 250, y: 100, width: 250, height: 100 },
      { width: 1000, height: 500 },
    );
    expect(sight).toEqual({ centre: { x: 0.375, y: 0.3 }, zoom: 2 });
  });

  it('is never smaller than the picture, and never a few pixels', () => {
    const picture = { width: 1000, height: 1000 };
    expect(sightOfBox({ x: 0, y: 0, width: 1000, height: 1000 }, picture).zoom).toBe(1);
    expect(sightOfBox({ x: 5, y: 5, width: 1, height: 1 }, picture).zoom).toBe(6);
    expect(limitZoom(1e6)).toBe(MAX_ZOOM);
  });
});

describe('pictures that are too large', () => {
  const limits = { side: 8_192, pixels: 36_000_000 };

  it('are reduced until side and pixels fit', () => {
    expect(reductionOf({ width: 10_000, height: 10_000 }, limits)).toBeCloseTo(10 / 6, 9);
    expect(reductionOf({ width: 16_384, height: 100 }, limits)).toBe(2);
  });

  it('stay as they are where they fit', () => {
    expect(reductionOf({ width: 4_280, height: 3_520 }, limits)).toBe(1);
  });
});
