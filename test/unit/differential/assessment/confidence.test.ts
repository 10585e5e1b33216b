import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOf, leadOf } from '../../../../src/differential/assessment/confidence.js';
import { disease } from '../probability/toy.js';
import { differential } from '../toy-patient.js';

describe('the confidence', () => {
  const signs = { first: 0.6, second: 0.2, findings: 6, contradictions: 0 };

  it('grows with the lead and with what is known, and falls with what does not fit', () => {
    const is = confidenceOf(signs);
    expect(confidenceOf({ ...signs, first: 0.9 })).toBeGreaterThan(is);
    expect(confidenceOf({ ...signs, second: 0.5 })).toBeLessThan(is);
    expect(confidenceOf({ ...signs, findings: 1 })).toBeLessThan(is);
    expect(confidenceOf({ ...signs, contradictions: 1 })).toBeLessThan(is);
  });

  it('is a probability whatever the signs', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        fc.nat(500),
        fc.nat(9),
        (first, second, findings, contradictions) => {
          const told = confidenceOf({ first, second, findings, contradictions });
          expect(told).toBeGreaterThanOrEqual(0);
          expect(told).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('takes the first two of the differential', () => {
    const one = disease('one', {});
    expect(
      leadOf(
        differential([
          [one, 0.6],
          [one, 0.3],
        ]),
      ),
    ).toEqual({ first: 0.6, second: 0.3 });
    expect(leadOf(differential([]))).toEqual({ first: 0, second: 0 });
  });
});
