import { describe, expect, it } from 'vitest';
import { median, quantile, spreadOf } from '../../../scripts/bench/statistics.js';

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

  it('say that nothing was measured', () => {
    expect(median([])).toBeNaN();
  });
});
