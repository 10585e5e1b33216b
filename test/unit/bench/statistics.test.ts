import { describe, expect, it } from 'vitest';
import { median, quantile, spreadOf, trendOf } from '../../../scripts/bench/statistics.js';

describe('the statistics of the bench', () => {
  it('take the nearest rank, whatever the order', () => {
    const values = [40, 15, 35, 50, 20];
    expect([0.05, 0.3, 0.4, 0.5, 1].map((share) => quantile(values, share))).toEqual([
      15, 20, 20, 35, 50,
    ]);
    expect(values).toEqual([40, 15, 35, 50, 20]);
  });

  it('give a value that was measured, never one in between', () => {
    expect(median([1, 2, 3, 4])).toBe(2);
    expect(spreadOf([7])).toEqual({ count: 1, p50: 7, p95: 7 });
  });

  it('tell a trend with its error', () => {
    const straight = [0, 1, 2, 3].map((x) => [x, 5 - 2 * x] as const);
    expect(trendOf(straight)).toEqual({ slope: -2, error: 0 });
    // By hand: residuals ±1/3 and ∓2/3 around y = x / 2 + 1/6, over a spread of 2.
    const { slope, error } = trendOf([
      [0, 0],
      [1, 1],
      [2, 1],
    ]);
    expect(slope).toBeCloseTo(0.5, 12);
    expect(error).toBeCloseTo(Math.sqrt(1 / 6 / 2), 12);
  });

  it('say that nothing was measured', () => {
    expect(median([])).toBeNaN();
  });
});
