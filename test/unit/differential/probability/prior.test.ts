import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiseaseFacts } from '../../../../src/differential/knowledge/schema.js';
import {
  ageFactors,
  createRates,
  factorAt,
  type Setting,
} from '../../../../src/differential/probability/prior.js';
import type { Person } from '../../../../src/patient-record/person-in-words.js';
import { disease } from './toy.js';

type Ages = [number, number][];
const other = disease('other', {}, { age: [[50, 9]], rate: 7 });
/** Between the factors of others, as they lie. */
const factorIn = (age: Ages, at: number) => factorAt(ageFactors([other, { age }, other]), 1, at);
const rateFor = (one: DiseaseFacts, person: Person, setting: Setting) =>
  createRates([other, one, other])(1, person, setting);

const AGES: Ages = [
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
    expect(factorIn(AGES, age)).toBeCloseTo(factor, 9);
  });

  it('is flat before the first age that is given', () => {
    expect(factorIn([[30, 2]], 5)).toBe(2);
    expect(factorIn([], 5)).toBe(1);
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
          const factor = factorIn(sorted, age);
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
      age: AGES,
      sex: { F: 1.5, M: 0.5 },
      setting: { emergency: 2 },
    },
  );

  it('is by age, sex and where patients are seen', () => {
    expect(rateFor(asthma, { age: 30, sex: 'F' }, 'any')).toBeCloseTo(50 * 2 * 1.5, 9);
    expect(rateFor(asthma, { age: 30, sex: 'M' }, 'emergency')).toBeCloseTo(50 * 2 * 0.5 * 2, 9);
    expect(rateFor(asthma, { age: 30, sex: 'M' }, 'primary')).toBeCloseTo(50 * 2 * 0.5, 9);
  });

  it('is averaged over the first year at an age of 0, and not at that of a newborn', () => {
    const early = disease(
      'early',
      {},
      {
        rate: 100,
        age: [
          [0, 12],
          [0.5, 0],
          [1, 0],
        ],
      },
    );
    expect(rateFor(early, { age: 0 }, 'any')).toBeCloseTo(100 * 3, 6);
    expect(rateFor(early, { age: 0.01 }, 'any')).toBeCloseTo(100 * 11.76, 6);
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
