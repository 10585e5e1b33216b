import { describe, expect, it } from 'vitest';
import { momentsOf } from '../../../../src/imaging/chest/mask-moments.js';

const mask = (columns: number, ...cells: number[]) => ({
  rows: cells.length / columns,
  columns,
  cells: Uint8Array.from(cells),
});

describe('momentsOf', () => {
  it('gives count, mean place, variances and covariance', () => {
    expect(momentsOf(mask(3, 1, 0, 0, 0, 1, 0, 0, 0, 1))).toMatchObject({
      count: 3,
      x: 1.5,
      y: 1.5,
    });
    const { xx, xy, yy } = momentsOf(mask(3, 1, 0, 0, 0, 1, 0, 0, 0, 1));
    for (const moment of [xx, xy, yy]) expect(moment).toBeCloseTo(2 / 3, 12);
    const wide = momentsOf(mask(4, 0, 0, 0, 0, 1, 1, 1, 1));
    expect(wide).toEqual({ count: 4, x: 2, y: 1.5, xx: 1.25, xy: 0, yy: 0 });
  });

  it('has no place for an empty mask', () => {
    expect(momentsOf(mask(2, 0, 0))).toMatchObject({ count: 0, x: Number.NaN, y: Number.NaN });
  });
});
