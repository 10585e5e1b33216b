import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contoursOf, type GridPoint, ringArea, simplifyRing } from '../../../src/core/contours.js';

const SIDE = 60;
const grid = (value: (x: number, y: number) => number, rows = SIDE, columns = SIDE) => ({
  rows,
  columns,
  values: Float64Array.from({ length: rows * columns }, (_, at) =>
    value((at % columns) + 0.5, Math.floor(at / columns) + 0.5),
  ),
});
/** Falls by 10 a cell with the distance from the border of a disc. */
const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  100 + 10 * (radius - Math.hypot(x - cx, y - cy));

describe('contours of a grid', () => {
  it('lie where the values pass the threshold, between the cells', () => {
    const [ring, ...others] = contoursOf(grid(disc(31.3, 28.7, 17.6)), 100);
    expect(others).toEqual([]);
    for (const [x, y] of ring ?? []) expect(Math.hypot(x - 31.3, y - 28.7)).toBeCloseTo(17.6, 1);
    expect(ringArea(ring ?? []) / (Math.PI * 17.6 ** 2)).toBeCloseTo(1, 2);
  });

  it('are one for each part, and one more for a hole', () => {
    const two = (x: number, y: number) => Math.max(disc(15, 15, 8)(x, y), disc(42, 40, 10)(x, y));
    expect(contoursOf(grid(two), 100)).toHaveLength(2);
    const ring = (x: number, y: number) =>
      Math.min(disc(30, 30, 20)(x, y), 200 - disc(30, 30, 9)(x, y));
    const areas = contoursOf(grid(ring), 100).map(ringArea);
    expect(areas.sort((a, b) => b - a).map(Math.round)).toEqual([
      expect.closeTo(Math.PI * 400, -1),
      expect.closeTo(Math.PI * 81, -1),
    ]);
  });

  it('are closed at the edge of the grid, and none where nothing is inside', () => {
    const full = contoursOf(
      grid(() => 1, 3, 5),
      0.5,
    );
    expect(full).toHaveLength(1);
    expect(ringArea(full[0] ?? [])).toBeCloseTo(15 - 0.5, 5);
    expect(
      contoursOf(
        grid(() => 0.2, 3, 5),
        0.5,
      ),
    ).toEqual([]);
    expect(() => contoursOf({ rows: 1, columns: 1, values: [1] }, 0)).toThrow(RangeError);
  });

  it('take every crossing once, however the cells lie', () => {
    const cells = fc.array(fc.boolean(), { minLength: 36, maxLength: 36 });
    fc.assert(
      fc.property(cells, (inside) => {
        const values = inside.map(Number);
        const at = (row: number, column: number) =>
          row >= 0 && row < 6 && column >= 0 && column < 6 ? (values[row * 6 + column] ?? 0) : 0;
        let crossings = 0;
        for (let row = -1; row < 6; row += 1) {
          for (let column = -1; column < 6; column += 1) {
            crossings += Math.abs(at(row, column) - at(row, column + 1));
            crossings += Math.abs(at(row, column) - at(row + 1, column));
          }
        }
        const rings = contoursOf({ rows: 6, columns: 6, values }, 0.5);
        expect(rings.reduce((sum, ring) => sum + ring.length, 0)).toBe(crossings);
        for (const ring of rings) {
          for (const [n, [x, y]] of ring.entries()) {
            const [nextX, nextY] = ring[(n + 1) % ring.length] ?? [x, y];
            expect(Math.hypot(x - nextX, y - nextY)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe('a ring with fewer points', () => {
  it('stays within the tolerance', () => {
    const [ring = []] = contoursOf(grid(disc(30, 30, 22)), 100);
    for (const tolerance of [0.1, 0.25, 1]) {
      const simple = simplifyRing(ring, tolerance);
      expect(simple.length).toBeLessThan(ring.length / 2);
      for (const point of simple) expect(ring).toContainEqual(point);
      expect(Math.abs(ringArea(simple) - ringArea(ring))).toBeLessThan(
        tolerance * 2 * Math.PI * 22,
      );
    }
  });

  it('is itself where nothing can go', () => {
    const square: GridPoint[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ];
    expect(simplifyRing(square, 0.5)).toEqual(square);
    expect(simplifyRing([], 1)).toEqual([]);
  });
});
