import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestTestFor,
  expectedInformation,
  nextBestTest,
} from '../../../../src/differential/recommend/next-test.js';
import { disease } from '../probability/toy.js';

describe('how much a test is expected to tell', () => {
  it('is the whole uncertainty where it never errs, and nothing where it guesses', () => {
    expect(expectedInformation({ name: 't', sens: 1, spec: 1 }, 0.5)).toBeCloseTo(1, 12);
    expect(expectedInformation({ name: 't', sens: 0.5, spec: 0.5 }, 0.3)).toBeCloseTo(0, 12);
  });

  it('is nothing where there is nothing to learn', () => {
    const test = { name: 't', sens: 0.9, spec: 0.9 };
    expect(expectedInformation(test, 0)).toBeCloseTo(0, 12);
    expect(expectedInformation(test, 1)).toBeCloseTo(0, 12);
  });

  it('is never below nothing nor above the uncertainty before it', () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (sens, spec, p) => {
        const before = -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
        const bits = expectedInformation({ name: 't', sens, spec }, p);
        expect(bits).toBeGreaterThanOrEqual(-1e-9);
        expect(bits).toBeLessThanOrEqual(before + 1e-9);
      }),
    );
  });
});

const sharp = { name: 'sharp', sens: 0.95, spec: 0.95 };
const blunt = { name: 'blunt', sens: 0.6, spec: 0.6 };

describe('the best test', () => {
  it('of a disease informs most about it; of equal ones the first', () => {
    const one = disease('one', {}, { tests: [blunt, sharp] });
    expect(bestTestFor({ disease: one, probability: 0.5 })).toBe('sharp');
    const equal = disease('equal', {}, { tests: [{ name: 'first' }, { name: 'second' }] });
    expect(bestTestFor({ disease: equal, probability: 0.5 })).toBe('first');
    expect(bestTestFor({ disease: disease('none', {}), probability: 0.5 })).toBeUndefined();
  });

  it('of a differential is that of what is least certain', () => {
    const certain = { disease: disease('sure', {}, { tests: [sharp] }), probability: 0.999 };
    const open = {
      disease: disease('open', {}, { tests: [{ ...sharp, name: 'x' }] }),
      probability: 0.4,
    };
    expect(nextBestTest([certain, open])).toEqual({ test: 'x', disease: 'open' });
    expect(nextBestTest([])).toBeUndefined();
  });
});
