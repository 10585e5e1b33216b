import { describe, expect, it } from 'vitest';
import {
  addWeights,
  likeliest,
  probabilitiesOf,
} from '../../../../src/differential/probability/log-scores.js';

describe('scores', () => {
  it('are added up step by step', () => {
    const scores = Float64Array.of(1, Number.NaN, 3);
    addWeights(scores, { values: Float64Array.of(1, 1, 1, -2, 5, 0.5), count: 3 });
    expect([...scores]).toEqual([0, Number.NaN, 4.5]);
  });

  it('have the first of the highest as the likeliest, in the order given', () => {
    const scores = Float64Array.of(1, 2, 2, Number.NaN);
    expect(likeliest(Int32Array.of(0, 1, 2, 3), scores, undefined)).toBe(1);
    expect(likeliest(Int32Array.of(3, 2, 1, 0), scores, undefined)).toBe(2);
    expect(likeliest(Int32Array.of(0, 1, 2, 3), scores, 1)).toBe(2);
    expect(likeliest(Int32Array.of(3), scores, undefined)).toBe(-1);
  });
});

describe('probabilities', () => {
  it('add up to 1 with the hypothesis of another disease', () => {
    const { probabilities, other } = probabilitiesOf(Float64Array.of(0, Math.log(2)), 0, 1);
    expect(probabilities[0]).toBeCloseTo(0.25, 12);
    expect(probabilities[1]).toBeCloseTo(0.5, 12);
    expect(other).toBeCloseTo(0.25, 12);
  });

  it('are 0 for what is impossible', () => {
    const { probabilities, other } = probabilitiesOf(Float64Array.of(Number.NaN), -5, 1);
    expect([...probabilities]).toEqual([0]);
    expect(other).toBe(1);
  });

  it('are finite for scores far apart, and flatter at a higher temperature', () => {
    const scores = Float64Array.of(-1_000, 1_000);
    expect([...probabilitiesOf(scores, 0, 1).probabilities]).toEqual([0, 1]);
    const warm = probabilitiesOf(Float64Array.of(0, 1), 0, 10).probabilities;
    const cold = probabilitiesOf(Float64Array.of(0, 1), 0, 1).probabilities;
    expect(warm[1]).toBeLessThan(cold[1] ?? 0);
  });
});
