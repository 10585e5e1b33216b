import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEvidence, type Grid } from '../../../src/imaging/boxes.js';
import type { Box } from '../../../src/imaging/coordinates.js';

const IMAGE = { width: 400, height: 200, orientation: 1 };
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
/** A grid from rows of digits; a dash is NaN. */
function grid(...lines: string[]): Grid {
  const values = lines
    .join('')
    .split('')
    .map((c) => (c === '-' ? Number.NaN : Number(c)));
  return { rows: lines.length, columns: lines[0]!.length, values, region: WHOLE };
}
const boxesOf = (map: Grid, threshold = 5, leastArea = 0) =>
  findEvidence(map, threshold, IMAGE, leastArea).map(({ box }) => box);
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const anyGrid = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([rows, columns]) =>
    fc
      .array(
        fc.oneof(
          { weight: 9, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
          { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity) },
        ),
        { minLength: rows * columns, maxLength: rows * columns },
      )
      .map((values) => ({ rows, columns, values, region: WHOLE })),
  );
const anySize = fc.record({
  width: fc.integer({ min: 1, max: 5_000 }),
  height: fc.integer({ min: 1, max: 5_000 }),
  orientation: fc.constant(1),
});
const holds = (outer: Box, x: number, y: number) =>
  x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;

describe('findEvidence', () => {
  it('gives one box around cells that touch by their edges', () => {
    expect(boxesOf(grid('0000', '0990', '0090', '0000'))).toEqual([box(100, 50, 200, 100)]);
  });

  it('keeps cells apart that touch by a corner, and does not wrap around the sides', () => {
    expect(boxesOf(grid('9000', '0900'))).toHaveLength(2);
    expect(boxesOf(grid('0009', '9000'))).toEqual([box(300, 0, 100, 100), box(0, 100, 100, 100)]);
  });

  it('puts the strongest peak first and says each region’s part of the picture', () => {
    const regions = findEvidence(grid('6609', '0000'), 5, IMAGE, 0);
    expect(regions.map(({ peak, area }) => [peak, area])).toEqual([
      [9, 1 / 8],
      [6, 2 / 8],
    ]);
  });

  it('takes the threshold itself for evidence', () => {
    expect(boxesOf(grid('0500'), 5)).toEqual([box(100, 0, 100, 200)]);
  });

  it('leaves out specks, unless there is nothing but specks', () => {
    expect(boxesOf(grid('9066', '0066'), 5, 0.2)).toEqual([box(200, 0, 200, 200)]);
    expect(boxesOf(grid('9006', '0000'), 5, 0.2)).toEqual([box(0, 0, 100, 100)]);
  });

  it('falls back on the strongest cell when none is evidence', () => {
    expect(boxesOf(grid('0130', '0000'))).toEqual([box(200, 0, 100, 100)]);
    expect(boxesOf(grid('-1-2', '----'))).toEqual([box(300, 0, 100, 100)]);
    expect(boxesOf(grid('0000'))).toEqual([box(0, 0, 100, 200)]);
  });

  it('says whether any cell is evidence, or only the strongest', () => {
    const reaches = (...lines: string[]) =>
      findEvidence(grid(...lines), 5, IMAGE, 0).map((one) => one.reaches);
    expect(reaches('0900')).toEqual([true]);
    expect(reaches('0300')).toEqual([false]);
  });

  it('makes up no place for a map that says nothing', () => {
    expect(findEvidence(grid('----', '----'), 5, IMAGE, 0)).toEqual([]);
  });

  it('covers the whole picture when all cells are evidence', () => {
    expect(boxesOf(grid('99', '99'))).toEqual([box(0, 0, 400, 200)]);
  });

  it('places the cells of a map that covers a part of the picture', () => {
    const map = { ...grid('90', '00'), region: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 } };
    const [found] = findEvidence(map, 5, IMAGE, 0);
    expect(found).toEqual({
      box: box(100, 100, 100, 50),
      region: { x: 0.25, y: 0.5, width: 0.25, height: 0.25 },
      reaches: true,
      area: 1 / 16,
      peak: 9,
    });
  });

  it.each([
    ['no cells', { rows: 0, columns: 4, values: [] }],
    ['too few values', { rows: 2, columns: 2, values: [1, 2, 3] }],
    ['too many values', { rows: 1, columns: 1, values: [1, 2] }],
    ['sizes that are none', { rows: Number.NaN, columns: 2, values: [] }],
  ])('refuses a grid with %s', (_, malformed) => {
    const map = { ...malformed, region: WHOLE };
    expect(() => findEvidence(map, 0, IMAGE, 0)).toThrow(RangeError);
  });

  it('gives whole boxes inside the picture, of at least a pixel, whatever the map', () => {
    const least = fc.constantFrom(0, 0.015, 0.5);
    fc.assert(
      fc.property(
        anyGrid,
        anySize,
        fc.integer({ min: -9, max: 9 }),
        least,
        (map, image, t, area) => {
          for (const region of findEvidence(map, t, image, area)) {
            const { x, y, width, height } = region.box;
            for (const number of [x, y, width, height]) expect(Number.isInteger(number)).toBe(true);
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
            expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
            expect(x + width).toBeLessThanOrEqual(image.width);
            expect(y + height).toBeLessThanOrEqual(image.height);
            expect(region.area).toBeGreaterThan(0);
            expect(region.area).toBeLessThanOrEqual(1);
            expect(region.peak).not.toBeNaN();
          }
        },
      ),
    );
  });

  it('covers every cell of evidence, and counts each once', () => {
    fc.assert(
      fc.property(anyGrid, anySize, fc.integer({ min: -9, max: 9 }), (map, image, threshold) => {
        const regions = findEvidence(map, threshold, image, 0);
        const evidence = [...map.values.keys()].filter((cell) => map.values[cell]! >= threshold);
        for (const cell of evidence) {
          const x = (((cell % map.columns) + 0.5) * image.width) / map.columns;
          const y = ((Math.floor(cell / map.columns) + 0.5) * image.height) / map.rows;
          expect(regions.some((region) => holds(region.box, x, y))).toBe(true);
        }
        if (evidence.length === 0) return;
        const area = regions.reduce((sum, region) => sum + region.area, 0);
        expect(area).toBeCloseTo(evidence.length / map.values.length, 9);
        expect(regions[0]!.peak).toBe(Math.max(...evidence.map((cell) => map.values[cell]!)));
      }),
    );
  });

  it('gives the same for the same, and never changes the map', () => {
    fc.assert(
      fc.property(anyGrid, anySize, (map, image) => {
        const before = [...map.values];
        const first = findEvidence(map, 0, image, 0.015);
        expect(
          findEvidence({ ...map, values: Float64Array.from(map.values) }, 0, image, 0.015),
        ).toEqual(first);
        expect(map.values).toEqual(before);
      }),
    );
  });
});
