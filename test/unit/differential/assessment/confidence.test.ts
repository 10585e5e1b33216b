import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOf, leadOf } from '../../../../src/differential/assessment/confidence.js';
import { disease } from '../probability/toy.js';

describe('the confidence', () => {
  const signs = { first: 0.6, strongest: 3, present: 6, contradictions: 0 };

  it('grows with the first disease and what supports it, and falls with what does not fit', () => {
    const is = confidenceOf(signs);
    expect(confidenceOf({ ...signs, first: 0.9 })).toBeGreaterThan(is);
    expect(confidenceOf({ ...signs, strongest: 2 })).toBeLessThan(is);
    expect(confidenceOf({ ...signs, present: 1 })).toBeLessThan(is);
    expect(confidenceOf({ ...signs, contradictions: 1 })).toBeLessThan(is);
  });

  it('is a probability whatever the signs', () => {
    const signsOf = fc.record({
      first: fc.double({ min: 0, max: 1, noNaN: true }),
      strongest: fc.double({ min: 0, max: 5, noNaN: true }),
      present: fc.nat(500),
      contradictions: fc.nat(9),
    });
    fc.assert(
      fc.property(signsOf, (any) => {
        expect(confidenceOf(any)).toBeGreaterThanOrEqual(0);
        expect(confidenceOf(any)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('takes the strongest present finding of the first disease', () => {
    const one = disease('one', {});
    const weights = [
      { finding: 1, absent: false, weight: 2.5 },
      { finding: 2, absent: false, weight: 1 },
      { finding: 3, absent: true, weight: 3 },
      { finding: -1, absent: false, weight: 4 },
    ];
    const ranked = [
      { disease: one, probability: 0.6 },
      { disease: one, probability: 0.3 },
    ];
    expect(leadOf({ ranked, contributionsOf: () => weights })).toEqual({
      first: 0.6,
      strongest: 2.5,
    });
    expect(leadOf({ ranked: [], contributionsOf: () => [] })).toEqual({ first: 0, strongest: 0 });
  });
});
