import { describe, expect, it } from 'vitest';
import type { Fact, FactValue } from '../../../src/patient-record/chart/fact.js';
import { evaluate } from '../../../src/scores/evaluate.js';
import { missingOf, refusalOf } from '../../../src/scores/inputs-from-chart.js';
import { toyDay, toyPoints, toyRatio, toyWorst } from '../../support/toy-scores.js';

function known(values: Record<string, FactValue>, at?: Record<string, number>) {
  return new Map<string, Fact>(
    Object.entries(values).map(([name, value]) => {
      const time = at?.[name];
      const when = time === undefined ? {} : { at: time };
      return [name, { value, given: { value }, from: `inputs.${name}`, ...when }];
    }),
  );
}

const whole = { age: 50, heart_rate: 110, current_smoker: true, mark: 1 };

describe('a score of which everything is known', () => {
  it('has value, category and points of each part, with their origin', () => {
    expect(evaluate(toyPoints, known(whole))).toMatchObject({
      score: 'toy_points',
      value: 3,
      unit: '{score}',
      category: 'calm',
      interpretation: 'Nothing to be done.',
      summary: 'Toy points: 3 (calm); Heart rate 1, Smokes now 1, Mark 1.',
      missing: [],
      bounds: { min: 3, max: 3 },
      reference: { year: 2026 },
    });
    expect(evaluate(toyPoints, known(whole)).components).toEqual([
      {
        name: 'age',
        title: 'Age',
        unit: 'a',
        value: 50,
        points: null,
        given: { value: 50 },
        from: 'inputs.age',
      },
      expect.objectContaining({ name: 'heart_rate', value: 110, points: 1 }),
      expect.objectContaining({ name: 'current_smoker', value: true, points: 1 }),
      expect.objectContaining({ name: 'mark', value: 1, points: 1 }),
    ]);
  });

  it('brings the action of its category', () => {
    const result = evaluate(toyPoints, known({ ...whole, mark: 2 }));
    expect(result).toMatchObject({
      category: 'alarm',
      action: { text: 'Do it.', source: 'The test' },
    });
  });

  it('may have a category that does not follow from its value', () => {
    const result = evaluate(
      toyPoints,
      known({ age: 50, heart_rate: 140, current_smoker: false, mark: 0 }),
    );
    expect(result).toMatchObject({ value: 3, category: 'alarm' });
  });

  it('lists the smallest changes that would give another category, and none of fixed inputs', () => {
    expect(evaluate(toyPoints, known(whole)).would_change).toEqual([
      { input: 'heart_rate', from: 110, to: 130, unit: '/min', value: 5, category: 'alarm' },
      { input: 'mark', from: 1, to: 2, unit: '{score}', value: 4, category: 'alarm' },
    ]);
  });

  it('finds the turning point of a formula on the grid of its input', () => {
    const result = evaluate(toyRatio, known({ creatinine: 0.5, weight: 100, factor: 'one' }));
    expect(result).toMatchObject({ value: 0.5, category: 'low' });
    const change = (name: string) => result.would_change.find(({ input }) => input === name);
    expect(change('creatinine')).toMatchObject({ to: 1, category: 'high' });
    expect(change('weight')).toMatchObject({ to: 50, category: 'high' });
    expect(change('factor')).toMatchObject({ from: 'one', to: 'ten', value: 5 });
  });

  it('rounds what it says and gives derived numbers with their unit', () => {
    const result = evaluate(toyRatio, known({ creatinine: 1, weight: 70, factor: 'one' }));
    expect(result.value).toBe(1.4);
    expect(result.derived).toEqual([{ name: 'double', value: 2.8571, unit: 'mg/dL' }]);
  });

  it('may be a day', () => {
    const result = evaluate(toyDay, known({ on: '2026-03-31' }));
    expect(result).toMatchObject({ value: '2026-03-31', bounds: null, category: 'day' });
  });

  it('warns of values that are older than the others by more than a day', () => {
    const day = 86_400_000;
    const result = evaluate(
      toyPoints,
      known(whole, { age: 0, heart_rate: 10 * day, mark: 7 * day }),
    );
    expect(result.warnings).toEqual(['mark is 3 days older than the newest value']);
    expect(result.components[1]).toMatchObject({ at: '1970-01-11T00:00:00.000Z' });
  });
});

describe('a score of which something is missing', () => {
  it('has bounds and no value, and names what would narrow them most', () => {
    const result = evaluate(toyPoints, known({ age: 50, current_smoker: true }));
    expect(result).toMatchObject({
      value: null,
      category: null,
      missing: ['heart_rate', 'mark'],
      bounds: { min: 1, max: 6 },
      most_decisive: 'heart_rate',
      possible_categories: ['calm', 'alarm'],
      would_change: [],
    });
    expect(result.summary).toBe(
      'Toy points: between 1 and 6; Smokes now 1. Most would be decided by: Heart rate.',
    );
  });

  it('keeps the points of what is known', () => {
    const { components } = evaluate(toyPoints, known({ heart_rate: 135 }));
    expect(components.find(({ name }) => name === 'heart_rate')).toMatchObject({ points: 3 });
    expect(components.find(({ name }) => name === 'mark')).toMatchObject({
      value: null,
      points: null,
      given: null,
    });
  });

  it('has its category where the missing cannot change it', () => {
    const result = evaluate(toyPoints, known({ age: 50, heart_rate: 135, mark: 1 }));
    expect(result).toMatchObject({ value: null, category: 'alarm', bounds: { min: 4, max: 5 } });
  });

  it('has its value where the missing cannot move it, and still names what is missing', () => {
    const result = evaluate(toyWorst, known({ left: 2, current_smoker: false }));
    expect(result).toMatchObject({
      value: 2,
      category: 'alarm',
      missing: ['right'],
      bounds: { min: 2, max: 2 },
      summary: expect.stringMatching(/^Toy worst: 2 \(alarm\)/),
    });
    expect(evaluate(toyWorst, known({ left: 1, current_smoker: false }))).toMatchObject({
      value: null,
      bounds: { min: 1, max: 2 },
    });
  });

  it('never takes what is missing for normal', () => {
    const result = evaluate(toyPoints, known({}));
    expect(result).toMatchObject({ value: null, bounds: { min: 0, max: 6 } });
  });

  it('rounds bounds outward', () => {
    const result = evaluate(toyRatio, known({ creatinine: 1, weight: 70 }));
    expect(result.bounds).toEqual({ min: 1.4, max: 14.3 });
  });

  it('of which nothing can be bounded says so', () => {
    const result = evaluate(toyDay, known({}));
    expect(result).toMatchObject({
      value: null,
      bounds: null,
      summary: 'Toy day: cannot be bounded.',
    });
  });
});

describe('what a score refuses', () => {
  it('is named by input: outside its range, or against itself', () => {
    expect(refusalOf(toyPoints, known({ ...whole, age: 12 }))).toEqual({
      input: 'age',
      issue: 'must be 18 to 100 years for Toy points',
    });
    expect(refusalOf(toyPoints, known({ ...whole, note: true, mark: 0 }))).toMatchObject({
      input: 'note',
    });
    expect(refusalOf(toyPoints, known(whole))).toBeUndefined();
  });

  it('is no missing input', () => {
    expect(missingOf(toyPoints, known({ age: 50 }))).toEqual([
      'heart_rate',
      'current_smoker',
      'mark',
    ]);
    expect(missingOf(toyPoints, known(whole))).toEqual([]);
  });
});
