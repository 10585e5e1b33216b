import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatColours } from '../../../src/imaging/worker/heat-colours.js';
import { calibrate } from '../../../src/inference/calibrate.js';
import { spread, standardise } from '../../../src/inference/standardise.js';

const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('standardise', () => {
  it('gives mean 0 and deviation 1', () => {
    const greys = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(greys, (values) => {
        const before = Float32Array.from(values);
        fc.pre(spread(before).deviation >= 1);
        const { mean, deviation } = spread(standardise(before));
        expect(Math.abs(mean)).toBeLessThan(1e-5);
        expect(Math.abs(deviation - 1)).toBeLessThan(1e-5);
        expect([...before]).toEqual(values);
      }),
    );
  });

  it('is the same for a brighter picture and for one of more contrast', () => {
    const greys = Float32Array.of(10, 20, 30, 60);
    const plain = [...standardise(greys)];
    for (const [scale, offset] of [
      [1, 100],
      [3, 0],
      [2, 7],
    ] as const) {
      const changed = standardise(greys.map((grey) => grey * scale + offset));
      for (const [index, value] of changed.entries()) expect(value).toBeCloseTo(plain[index]!, 5);
    }
  });

  it('gives zeros for a picture of one grey, and does not blow up a faint one', () => {
    expect([...standardise(new Float32Array(9).fill(77))]).toEqual(Array(9).fill(0));
    const faint = standardise(Float32Array.of(100, 100.01));
    expect(Math.max(...faint.map(Math.abs))).toBeLessThan(0.01);
  });

  it('throws for no pixels', () => {
    expect(() => standardise(new Float32Array(0))).toThrow(RangeError);
  });
});

describe('spread', () => {
  it('is the mean and the deviation of the population', () => {
    expect(spread(Float32Array.of(2, 4, 4, 4, 5, 5, 7, 9))).toEqual({ mean: 5, deviation: 2 });
  });

  it('loses nothing over millions of values', () => {
    const values = new Float32Array(4_000_000).fill(200.5);
    expect(spread(values)).toEqual({ mean: 200.5, deviation: 0 });
  });
});

describe('calibrate', () => {
  it('is the logistic function of the scaled logit', () => {
    expect(calibrate(0, { scale: 1, bias: 0 })).toBe(0.5);
    expect(calibrate(2, { scale: 0.5, bias: -1 })).toBe(0.5);
    expect(calibrate(1, { scale: 1, bias: 0 })).toBeCloseTo(0.731058579, 9);
    expect(calibrate(-1, { scale: 2, bias: 0.5 })).toBeCloseTo(0.182425524, 9);
  });

  it.each([
    [1e308, 1],
    [-1e308, 0],
    [800, 1],
    [-800, 0],
  ])('saturates at %d without leaving 0..1', (logit, expected) => {
    expect(calibrate(logit, { scale: 1, bias: 0 })).toBe(expected);
    expect(calibrate(logit, { scale: 1e3, bias: -5 })).toBe(expected);
  });

  it('never falls when the logit grows, and stays a probability', () => {
    const scale = fc.double({ min: 1e-6, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(finite, finite, scale, finite, (a, b, factor, bias) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const p = calibrate(low, { scale: factor, bias });
        const q = calibrate(high, { scale: factor, bias });
        expect(p).toBeLessThanOrEqual(q);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(q).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('heatColours', () => {
  const region = { x: 0, y: 0, width: 1, height: 1 };
  const map = (threshold: number, ...values: number[]) => ({
    grid: { rows: 1, columns: values.length, values: Float32Array.from(values), region },
    threshold,
    fade: 2,
  });
  const cellsOf = (rgba: Uint8Array) =>
    Array.from({ length: rgba.length / 4 }, (_, cell) => [
      ...rgba.subarray(cell * 4, cell * 4 + 4),
    ]);

  it('is transparent far below the threshold, yellowish at it and red far above', () => {
    const [below, at, above] = cellsOf(heatColours([map(1, -50, 1, 50)]));
    expect(below![3]).toBe(0);
    expect(at).toEqual([255, 110, 0, 85]);
    expect(above).toEqual([255, 0, 0, 170]);
  });

  it('grows more opaque and redder with the evidence, and hides nothing wholly', () => {
    const values = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(values, (activations) => {
        const sorted = [...activations].sort((a, b) => a - b);
        const cells = cellsOf(heatColours([map(0, ...sorted)]));
        for (let i = 1; i < cells.length; i += 1) {
          expect(cells[i]![3]).toBeGreaterThanOrEqual(cells[i - 1]![3]!);
          expect(cells[i]![1]).toBeLessThanOrEqual(cells[i - 1]![1]!);
          expect(cells[i]![3]).toBeLessThanOrEqual(170);
        }
      }),
    );
  });

  it('shows the strongest of several labels, each against its own threshold', () => {
    const strong = heatColours([map(0, 3)]);
    expect(heatColours([map(0, 3), map(10, 5)])).toEqual(strong);
    expect(heatColours([map(10, 5), map(0, 3)])).toEqual(strong);
  });

  it('lets a map that says nothing of a cell hide no other', () => {
    expect(heatColours([map(0, Number.NaN), map(0, 3)])).toEqual(heatColours([map(0, 3)]));
    expect(cellsOf(heatColours([map(0, Number.NaN)]))[0]![3]).toBe(0);
  });

  it('is empty without maps', () => {
    expect(heatColours([])).toHaveLength(0);
  });
});
