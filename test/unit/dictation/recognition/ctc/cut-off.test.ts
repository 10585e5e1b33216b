import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutOff } from '../../../../../src/dictation/recognition/ctc/cut-off.js';

const scores = fc.array(fc.double({ min: -40, max: 0, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

describe('cutOff', () => {
  it('lets at most so many live, but for those next to the best, and always the best', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 50 }), (values, max) => {
        const best = Math.max(...values);
        const floor = best - 20;
        const least = cutOff(values, values.length, { best, floor, max });
        expect(least).toBeGreaterThanOrEqual(floor);
        expect(best).toBeGreaterThanOrEqual(least);
        const kept = values.filter((value) => value >= least && value >= floor);
        const nextToBest = values.filter((value) => value > best - 20 / 500);
        const allowed = values.length <= max ? values.length : Math.max(max, nextToBest.length);
        expect(kept.length).toBeLessThanOrEqual(allowed + 1);
      }),
    );
  });

  it('wastes less than a bin of what may live', () => {
    const values = Array.from({ length: 1_000 }, (_, i) => -i / 100);
    const least = cutOff(values, values.length, { best: 0, floor: -10, max: 300 });
    expect(least).toBeGreaterThan(-3);
    expect(least).toBeLessThan(-2.9);
  });

  it('keeps to the floor when few enough live, or all are alike', () => {
    expect(cutOff([-1, -2], 2, { best: -1, floor: -9, max: 2 })).toBe(-9);
    expect(cutOff([-1, -1], 2, { best: -1, floor: -1, max: 1 })).toBe(-1);
    expect(cutOff([], 0, { best: -Infinity, floor: -Infinity, max: 1 })).toBe(-Infinity);
  });
});
