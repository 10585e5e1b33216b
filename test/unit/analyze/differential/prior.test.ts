import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factorAt, rateFor } from '../../../../src/analyze/differential/prior.js';
import { disease } from './toy.js';

const AGES: readonly (readonly [number, number])[] = [
  [0, 0.2],
  [20, 1],
  [40, 3],
];

describe('the factor of an age', () => {
  it.each([
    [0, 0.2],
    [10, 0.6],
    [20, 1],
    [30, 2],
    [40, 3],
    [90, 3],
  ])('at %d is %d', (age, factor) => {
    expect(factorAt(AGES, age)).toBeCloseTo(factor, 9);
  });

  it('is flat before the first age that is given', () => {
    expect(factorAt([[30, 2]], 5)).toBe(2);
    expect(factorAt([], 5)).toBe(1);
  });

  it('lies between those of its neighbours', () => {
    const point = fc.tuple(fc.nat(100), fc.double({ min: 0, max: 10, noNaN: true }));
    fc.assert(
      fc.property(
        fc.uniqueArray(point, { selector: ([age]) => age, minLength: 1 }),
        fc.nat(120),
        (points, age) => {
          const sorted = points.toSorted(([a], [b]) => a - b);
          const factors = sorted.map(([, factor]) => factor);
          const factor = factorAt(sorted, age);
          expect(factor).toBeGreaterThanOrEqual(Math.min(...factors) - 1e-9);
          expect(factor).toBeLessThanOrEqual(Math.max(...factors) + 1e-9);
        },
      ),
    );
  });
});

describe('how many come with a disease', () => {
  const asthma = disease(
    'asthma',
    {},
    {
      rate: 50,
      age: AGES.map(([age, factor]): [number, number] => [age, factor]),
      sex: { F: 1.5, M: 0.5 },
      setting: { emergency: 2 },
    },
  );

  it('is by age, sex and where patients are seen', () => {
    expect(rateFor(asthma, { age: 30, sex: 'F' }, 'any')).toBeCloseTo(50 * 2 * 1.5, 9);
    expect(rateFor(asthma, { age: 30, sex: 'M' }, 'emergency')).toBeCloseTo(50 * 2 * 0.5 * 2, 9);
    expect(rateFor(asthma, { age: 30, sex: 'M' }, 'primary')).toBeCloseTo(50 * 2 * 0.5, 9);
  });

  it('is averaged over what is not known', () => {
    expect(rateFor(asthma, {}, 'any')).toBeCloseTo(50 * ((0.2 + 1 + 3) / 3), 9);
    expect(rateFor(disease('flat', {}), {}, 'any')).toBe(100);
  });

  it('is none where it cannot be', () => {
    const hers = disease('hers', {}, { sex: { F: 1, M: 0 } });
    expect(rateFor(hers, { sex: 'M' }, 'any')).toBe(0);
  });
});
