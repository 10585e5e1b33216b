import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittedRegion } from '../../../../src/imaging/worker/grey-plane.js';
import type { Region } from '../../../../src/imaging/worker/read-image-contract.js';

const SQUARE = { width: 100, height: 100 };
const fits = ['fill', 'contain', 'centre_crop'] as const;
const rounded = ({ x, y, width, height }: Region) =>
  [x, y, width, height].map((value) => Math.round(value * 1e6) / 1e6);
const regionOf = (
  fit: (typeof fits)[number],
  picture: { width: number; height: number },
  input = SQUARE,
  within?: Region,
) => rounded(fittedRegion(picture, { fit, ...input }, within));

describe('fittedRegion', () => {
  it.each([
    ['fill', { width: 300, height: 200 }, [0, 0, 1, 1]],
    ['contain', { width: 300, height: 200 }, [0, -0.25, 1, 1.5]],
    ['contain', { width: 200, height: 300 }, [-0.25, 0, 1.5, 1]],
    ['contain', { width: 200, height: 200 }, [0, 0, 1, 1]],
    ['centre_crop', { width: 300, height: 200 }, [1 / 6, 0, 2 / 3, 1]],
    ['centre_crop', { width: 200, height: 300 }, [0, 1 / 6, 1, 2 / 3]],
    ['centre_crop', { width: 200, height: 200 }, [0, 0, 1, 1]],
  ] as const)('%s of a picture of %o', (fit, picture, expected) => {
    const [x, y, width, height] = expected;
    expect(regionOf(fit, picture)).toEqual(rounded({ x, y, width, height }));
  });

  it('minds the shape of an input that is no square', () => {
    const wide = { width: 200, height: 100 };
    expect(regionOf('contain', { width: 400, height: 200 }, wide)).toEqual([0, 0, 1, 1]);
    expect(regionOf('contain', { width: 200, height: 200 }, wide)).toEqual([-0.5, 0, 2, 1]);
    expect(regionOf('centre_crop', { width: 200, height: 200 }, wide)).toEqual([0, 0.25, 1, 0.5]);
  });

  it('fits a part of the picture as it would fit the whole', () => {
    const part = { x: 0.5, y: 0.5, width: 0.5, height: 0.25 };
    const picture = { width: 200, height: 200 };
    expect(regionOf('fill', picture, SQUARE, part)).toEqual([0.5, 0.5, 0.5, 0.25]);
    expect(regionOf('contain', picture, SQUARE, part)).toEqual([0.5, 0.375, 0.5, 0.5]);
    expect(regionOf('centre_crop', picture, SQUARE, part)).toEqual([0.625, 0.5, 0.25, 0.25]);
  });

  const side = fc.integer({ min: 1, max: 5_000 });
  const part = fc.double({ min: 0.05, max: 0.95, noNaN: true });
  const within = fc
    .tuple(part, part, part, part)
    .map(([x, y, w, h]) => ({ x, y, width: w * (1 - x), height: h * (1 - y) }));

  it('keeps proportions unless it fills', () => {
    fc.assert(
      fc.property(side, side, side, side, within, (width, height, columns, rows, inside) => {
        const picture = { width, height };
        for (const fit of ['contain', 'centre_crop'] as const) {
          const region = fittedRegion(picture, { fit, width: columns, height: rows }, inside);
          const scaleX = columns / (region.width * width);
          const scaleY = rows / (region.height * height);
          expect(scaleX / scaleY).toBeCloseTo(1, 6);
        }
      }),
    );
  });

  it('contains all of the part, or is contained in it, about the same centre', () => {
    const slack = 1e-9;
    fc.assert(
      fc.property(side, side, side, side, within, (width, height, columns, rows, inside) => {
        for (const fit of fits) {
          const region = fittedRegion(
            { width, height },
            { fit, width: columns, height: rows },
            inside,
          );
          const growX = region.width - inside.width;
          const growY = region.height - inside.height;
          if (fit === 'fill') expect(region).toEqual(inside);
          if (fit === 'contain') expect(Math.min(growX, growY)).toBeGreaterThanOrEqual(-slack);
          if (fit === 'centre_crop') expect(Math.max(growX, growY)).toBeLessThanOrEqual(slack);
          expect(region.x + region.width / 2).toBeCloseTo(inside.x + inside.width / 2, 6);
          expect(region.y + region.height / 2).toBeCloseTo(inside.y + inside.height / 2, 6);
        }
      }),
    );
  });
});
