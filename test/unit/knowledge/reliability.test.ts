import { describe, expect, it } from 'vitest';
import { fitLogistic } from '../../../scripts/shared/logistic.js';
import {
  calibrationErrorOf,
  type Prediction,
  reliabilityOf,
} from '../../../scripts/shared/reliability.js';

const predictions = (given: number, right: number, wrong: number): Prediction[] => [
  ...Array.from({ length: right }, () => ({ p: given, right: true })),
  ...Array.from({ length: wrong }, () => ({ p: given, right: false })),
];

describe('the calibration error', () => {
  it('is 0 where the given probabilities come true', () => {
    const all = [...predictions(0.25, 1, 3), ...predictions(0.75, 6, 2)];
    expect(calibrationErrorOf(all)).toBeCloseTo(0);
    expect(reliabilityOf(all)).toEqual([
      { n: 4, given: 0.25, observed: 0.25 },
      { n: 8, given: 0.75, observed: 0.75 },
    ]);
  });

  it('is the mean distance, tenth by tenth, and 1 counts to the last', () => {
    const all = [...predictions(1, 1, 1), ...predictions(0.1, 1, 1)];
    expect(calibrationErrorOf(all)).toBeCloseTo((0.5 + 0.4) / 2);
  });
});

describe('a logistic regression', () => {
  it('finds the coefficients that the rows were made with', () => {
    const rows = [-2, -1, 0, 1, 2].flatMap((x) => {
      const p = 1 / (1 + Math.exp(-(0.5 + 1.5 * x)));
      return [
        { features: [x], right: true, weight: p * 1e6 },
        { features: [x], right: false, weight: (1 - p) * 1e6 },
      ];
    });
    const [intercept, slope] = fitLogistic(rows);
    expect(intercept).toBeCloseTo(0.5, 4);
    expect(slope).toBeCloseTo(1.5, 4);
  });
});
