import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaFraction,
  boundingBox,
  cellsAbove,
  centroid,
  fillHoles,
  largestComponent,
  type Mask,
  openMask,
  organOf,
  rowSpans,
  type StructureMap,
  sharedFraction,
} from '../../../../src/imaging/chest/masks.js';
import { CHEST, ellipseMap } from '../../../support/chest-masks.js';

/** A mask from lines of `#` and `.`. */
function mask(...lines: string[]): Mask {
  const cells = Uint8Array.from(lines.join(''), (c) => (c === '#' ? 1 : 0));
  return { rows: lines.length, columns: lines[0]!.length, cells };
}
const drawn = ({ rows, columns, cells }: Mask) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(cells.subarray(row * columns, (row + 1) * columns), (c) => (c ? '#' : '.')).join(''),
  );
const mapOf = ({ rows, columns, cells }: Mask): StructureMap => ({
  id: 'heart',
  rows,
  columns,
  probabilities: cells.map((cell) => cell * 255),
});

const anyMask = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }))
  .chain(([rows, columns]) =>
    fc
      .array(fc.constantFrom(0, 1), { minLength: rows * columns, maxLength: rows * columns })
      .map((cells) => ({ rows, columns, cells: Uint8Array.from(cells) })),
  );

/** Components by edges, the slow and plain way. */
function componentSizes({ rows, columns, cells }: Mask): number[] {
  const left = new Set([...cells.keys()].filter((cell) => cells[cell] === 1));
  const sizes: number[] = [];
  while (left.size > 0) {
    const queue = [[...left][0]!];
    left.delete(queue[0]!);
    for (const cell of queue) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const next = [
        ...(row > 0 ? [cell - columns] : []),
        ...(row < rows - 1 ? [cell + columns] : []),
        ...(column > 0 ? [cell - 1] : []),
        ...(column < columns - 1 ? [cell + 1] : []),
      ];
      for (const other of next) if (left.delete(other)) queue.push(other);
    }
    sizes.push(queue.length);
  }
  return sizes;
}

describe('masks', () => {
  it('takes cells at and above the level', () => {
    const probabilities = Uint8Array.from([0, 127, 128, 255]);
    const map = { id: 'heart', rows: 2, columns: 2, probabilities };
    expect([...cellsAbove(map, 0.5).cells]).toEqual([0, 0, 1, 1]);
    expect([...cellsAbove(map, 0).cells]).toEqual([1, 1, 1, 1]);
    expect([...cellsAbove(map, 1).cells]).toEqual([0, 0, 0, 1]);
  });

  it('refuses maps whose values do not fill them', () => {
    const probabilities = new Uint8Array(3);
    for (const [rows, columns] of [
      [2, 2],
      [0, 3],
      [-1, -3],
      [Number.NaN, 3],
    ] as const) {
      const map = { id: 'heart', rows, columns, probabilities };
      expect(() => cellsAbove(map, 0.5)).toThrow(RangeError);
      expect(() => organOf(map)).toThrow(RangeError);
    }
  });

  it('keeps the largest piece; corners do not join, rows do not wrap around', () => {
    expect(drawn(largestComponent(mask('##..#', '##..#', '..#.#', '##..#')))).toEqual([
      '##...',
      '##...',
      '.....',
      '.....',
    ]);
    expect(drawn(largestComponent(mask('...#', '#...')))).toEqual(['...#', '....']);
    expect(drawn(largestComponent(mask('...', '...')))).toEqual(['...', '...']);
  });

  it('fills what is enclosed and leaves bays and the outside', () => {
    const ring = mask('.####.', '.#..#.', '.#.##.', '.####.', '......');
    expect(drawn(fillHoles(ring))).toEqual(['.####.', '.####.', '.####.', '.####.', '......']);
    const bay = mask('.###.', '.#.#.', '.#.#.');
    expect(drawn(fillHoles(bay))).toEqual(drawn(bay));
  });

  it('cuts spurs and bridges and leaves what is three cells thick', () => {
    const shape = mask('..#.....', '.###..#.', '########', '.###..#.', '........');
    expect(drawn(openMask(shape))).toEqual([
      '........',
      '.###....',
      '.###....',
      '.###....',
      '........',
    ]);
    expect(drawn(openMask(mask('###', '###', '###')))).toEqual(['###', '###', '###']);
  });

  it('makes one organ of a ring, a speck and a spur', () => {
    const noisy = mask(
      '..........',
      '.#####....',
      '.#...###..',
      '.#.#.#....',
      '.#...#..##',
      '.#####..##',
    );
    expect(drawn(organOf(mapOf(noisy)))).toEqual([
      '..........',
      '.#####....',
      '.#####....',
      '.#####....',
      '.#####....',
      '.#####....',
    ]);
    expect(areaFraction(organOf(mapOf(mask('..', '..'))))).toBe(0);
  });

  it('measures', () => {
    const shape = mask('.....', '..##.', '.#.#.', '.....');
    expect(boundingBox(shape)).toEqual({ left: 1, top: 1, right: 4, bottom: 3 });
    expect(centroid(shape)).toEqual({ x: 2.75, y: 2 });
    expect(areaFraction(shape)).toBe(0.2);
    expect([...rowSpans(shape).first]).toEqual([-1, 2, 1, -1]);
    expect([...rowSpans(shape).last]).toEqual([-1, 3, 3, -1]);
    expect(sharedFraction(shape, mask('#####', '#####', '.....', '.....'))).toBe(0.5);
    const empty = mask('...', '...');
    expect(boundingBox(empty)).toBeUndefined();
    expect(centroid(empty)).toBeUndefined();
    expect(sharedFraction(empty, empty)).toBe(0);
  });

  it('agrees with the plain way on any mask', () => {
    fc.assert(
      fc.property(anyMask, (any) => {
        const sizes = componentSizes(any);
        const kept = largestComponent(any);
        expect(componentSizes(kept)).toEqual(sizes.length ? [Math.max(...sizes)] : []);
        expect(kept.cells.every((cell, i) => cell <= any.cells[i]!)).toBe(true);
        const filled = fillHoles(any);
        expect(filled.cells.every((cell, i) => cell >= any.cells[i]!)).toBe(true);
        expect(fillHoles(filled)).toEqual(filled);
        const opened = openMask(any);
        expect(opened.cells.every((cell, i) => cell <= any.cells[i]!)).toBe(true);
        expect(openMask(opened)).toEqual(opened);
      }),
    );
  });

  it('leaves the input as it was', () => {
    const map = ellipseMap('heart', CHEST.heart, { size: 64 });
    const before = map.probabilities.slice();
    organOf(map);
    expect(map.probabilities).toEqual(before);
  });
});
