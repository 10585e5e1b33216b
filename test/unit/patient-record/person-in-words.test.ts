import { describe, expect, it } from 'vitest';
import type { Chart } from '../../../src/patient-record/chart/fact.js';
import { ageIn, personOf, sexIn } from '../../../src/patient-record/person-in-words.js';

const chart = (facts: Record<string, number | string>): Chart =>
  new Map(
    Object.entries(facts).map(([name, value]) => [
      name,
      [{ value, given: { value }, from: 'demographics' }],
    ]),
  );

describe('the age stated in a text', () => {
  it.each([
    ['A 48-year-old woman', 48],
    ['72 y/o M', 72],
    ['6 month old', 0.5],
    ['a 3-week-old boy', 3 / 52.18],
    ['newborn', 0.01],
    ['Three days old, fed well at first', 3 / 365.25],
    ['a six-week-old with a cough', 6 / 52.18],
    ['Eighteen months old and not walking', 1.5],
  ])('%s', (text, years) => {
    expect(ageIn(text)).toBeCloseTo(years, 3);
  });

  it.each(['pain for 3 years', 'a 200-year-old man', ''])('is not stated by "%s"', (text) => {
    expect(ageIn(text)).toBeUndefined();
  });
});

describe('the sex stated in a text', () => {
  it.each([
    ['A 48-year-old woman with pain', 'F'],
    ['This man has pain', 'M'],
    ['He says that he cannot walk', 'M'],
    ['Her husband brought her; she is ill', 'F'],
  ] as const)('%s', (text, sex) => {
    expect(sexIn(text)).toBe(sex);
  });

  it('is unknown where both are mentioned', () => {
    expect(sexIn('A man and a woman')).toBeUndefined();
  });
});

describe('who the patient is', () => {
  it('is what was sent, made finer by words of a small child', () => {
    expect(personOf(chart({ age: 0, sex: 'F' }), 'a 6 month old boy')).toEqual({
      age: 0.5,
      sex: 'F',
    });
  });

  it('is what was sent where the words say otherwise', () => {
    expect(personOf(chart({ age: 40 }), 'his 6 month old son')).toMatchObject({ age: 40 });
  });

  it('is empty without either', () => {
    expect(personOf(new Map(), 'pain')).toEqual({});
  });
});
