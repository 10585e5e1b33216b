import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackOf } from '../../../../src/imaging/volume/stack.js';
import { unitVector, type Vector } from '../../../../src/imaging/volume/vector.js';
import { AXIAL, CORONAL, makeSlices, SAGITTAL, shuffled } from './make-slices.js';

const uids = ({ slices }: ReturnType<typeof stackOf>) =>
  slices.map(({ instanceUid }) => instanceUid);

/** A right-angled pair of directions, turned by three angles. */
function turned(a: number, b: number, c: number): { row: Vector; column: Vector } {
  const row: Vector = [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)];
  const side: Vector = [-Math.sin(a), Math.cos(a), 0];
  const up: Vector = [-Math.cos(a) * Math.sin(b), -Math.sin(a) * Math.sin(b), Math.cos(b)];
  const column = [0, 1, 2].map((i) => Math.cos(c) * side[i]! + Math.sin(c) * up[i]!);
  return { row, column: unitVector(column as unknown as Vector)! };
}

describe('the slices of a series', () => {
  it('are the same stack in whatever order they were sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.double({ min: 0.4, max: 10, noNaN: true }),
        fc.tuple(...[0, 0, 0].map(() => fc.double({ min: 0, max: Math.PI, noNaN: true }))),
        fc.integer(),
        (count, spacingMm, [a, b, c], seed) => {
          const slices = makeSlices({ count, spacingMm, ...turned(a!, b!, c!) });
          const stack = stackOf(slices);
          expect(stackOf(shuffled(slices, seed))).toEqual(stack);
          expect(stack.slices).toHaveLength(count);
          expect(stack.spacingMm).toBeCloseTo(spacingMm, 6);
          expect(stack.gaps).toEqual([]);
          expect(stack.isUneven).toBe(false);
          expect(stack.positionsMm.every((mm, at) => Math.abs(mm - at * spacingMm) < 1e-6)).toBe(
            true,
          );
        },
      ),
    );
  });

  it('say where one is missing, wherever that is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 40 }),
        fc.integer(),
        fc.integer({ min: 1, max: 3 }),
        (count, seed, missing) => {
          const slices = makeSlices({ count: count + missing, spacingMm: 4 });
          const first = 1 + (Math.abs(seed) % (count - 2));
          const kept = slices.filter((_, at) => at < first || at >= first + missing);
          const stack = stackOf(shuffled(kept, seed));
          expect(stack.gaps.map(({ after }) => after)).toEqual([first]);
          expect(stack.gaps[0]?.mm).toBeCloseTo(4 * (missing + 1), 6);
        },
      ),
    );
  });

  it.each([
    ['axial', AXIAL],
    ['coronal', CORONAL],
    ['sagittal', SAGITTAL],
    ['axial', turned(0, 0.4, 0)],
    ['oblique', turned(0, Math.PI / 4, 0)],
  ])('lie in their plane: %s', (plane, directions) => {
    expect(stackOf(makeSlices({ count: 5, ...directions })).plane).toBe(plane);
  });

  it('run from the feet to the head, however the rows run', () => {
    const upwards = stackOf(makeSlices({ count: 4 }));
    expect(uids(upwards)).toEqual(['2.25.9.1', '2.25.9.2', '2.25.9.3', '2.25.9.4']);
    const flipped = stackOf(makeSlices({ count: 4, column: [0, -1, 0] }));
    expect(uids(flipped)).toEqual(['2.25.9.4', '2.25.9.3', '2.25.9.2', '2.25.9.1']);
  });

  it('are counted once where several lie at one position: the first acquisition', () => {
    const first = makeSlices({ count: 4, more: { acquisitionNumber: 1 } });
    const second = makeSlices({ count: 4, series: '2.25.8', more: { acquisitionNumber: 2 } });
    const stack = stackOf([...second, ...first]);
    expect(stack.leftOut.duplicates).toBe(4);
    expect(uids(stack)).toEqual(uids(stackOf(first)));
  });

  it('leave out what is of another size, plane or place', () => {
    const most = makeSlices({ count: 6 });
    const [small] = makeSlices({ count: 1, series: '2.25.7', more: { rows: 256 } });
    const [across] = makeSlices({ count: 1, series: '2.25.6', ...CORONAL });
    const { position: _, ...lost } = makeSlices({ count: 1, series: '2.25.5' })[0]!;
    const stack = stackOf([small!, across!, lost, ...most]);
    expect(stack.leftOut).toEqual({ duplicates: 0, orientations: 1, sizes: 1, unplaced: 1 });
    expect(uids(stack)).toEqual(uids(stackOf(most)));
  });

  it('of two thicknesses are uneven, without a gap', () => {
    const thin = makeSlices({ count: 8, spacingMm: 2.5 });
    const thick = makeSlices({
      count: 6,
      spacingMm: 5,
      origin: [-100, -100, 22.5],
      series: '2.25.4',
    });
    const stack = stackOf([...thick, ...thin]);
    expect(stack.gaps).toEqual([]);
    expect(stack.isUneven).toBe(true);
    expect(stack.slices).toHaveLength(14);
  });

  it('are in the order of their numbers where no header places them', () => {
    const slices = makeSlices({ count: 5 }).map(({ position: _, ...slice }) => slice);
    const stack = stackOf(shuffled(slices, 3));
    expect(stack.slices.map(({ instanceNumber }) => instanceNumber)).toEqual([1, 2, 3, 4, 5]);
    expect(stack.positionsMm).toEqual([]);
    expect(stack.plane).toBeUndefined();
  });

  it('may be none', () => {
    expect(stackOf([]).slices).toEqual([]);
  });
});
