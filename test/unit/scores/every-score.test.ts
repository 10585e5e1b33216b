import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../../../src/patient-record/chart/variable.js';
import { boundsOf } from '../../../src/scores/bounds.js';
import { SCORES } from '../../../src/scores/catalogue.js';
import type { Input, Value, Values } from '../../../src/scores/input.js';
import { categoryOf, type Score } from '../../../src/scores/score.js';
import { rounds } from '../../support/rounds.js';

const DAYS = 50_000;

function anyValue(input: Input): fc.Arbitrary<Value> {
  switch (input.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...Object.keys(input.options));
    case 'date':
      return fc
        .integer({ min: 0, max: DAYS })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    case 'quantity': {
      const { min, max, precision } = input;
      const steps = Math.floor((max - min) / precision + 1e-9);
      return fc
        .integer({ min: 0, max: steps })
        .map((step) => Number((min + step * precision).toPrecision(12)));
    }
  }
}

/** A patient of whom everything is known, optional inputs or not. */
function patients(score: Score): fc.Arbitrary<Values> {
  const required: Record<string, fc.Arbitrary<Value | undefined>> = {};
  for (const [name, input] of Object.entries(score.inputs)) {
    const value = anyValue(input);
    required[name] = input.optional ? fc.option(value, { nil: undefined }) : value;
  }
  return (fc.record(required) as fc.Arbitrary<Values>).filter((values) =>
    score.alsoNeeds(values).every((name) => values[name] !== undefined),
  );
}

/** Names of what the score needs and these values do not hold. */
function missingFrom(score: Score, values: Values): string[] {
  const names = [...needed(score), ...score.alsoNeeds(values)];
  return [...new Set(names)].filter((name) => values[name] === undefined);
}

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const needed = (score: Score) =>
  Object.entries(score.inputs).flatMap(([name, input]) => (input.optional ? [] : [name]));

describe.each(SCORES.map((score) => [score.id, score] as const))('%s', (_id, score) => {
  it('is well described', () => {
    expect(score.id).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    for (const { title, doi, url, year } of score.references) {
      expect(title.length).toBeGreaterThan(15);
      expect(doi ?? url, title).toBeDefined();
      if (doi !== undefined) expect(doi).toMatch(/^10\.\d{4,9}\/\S+$/);
      expect(year).toBeGreaterThan(1900);
    }
    const froms = score.categories.flatMap(({ from }) => (from === undefined ? [] : [from]));
    expect([...froms].sort((a, b) => a - b)).toEqual(froms);
    const ids = score.categories.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { interpretation } of score.categories) expect(interpretation).toMatch(/\.$/);
    for (const name of Object.keys(score.inputs)) expect(foldName(name)).toBe(name);
    for (const name of score.alsoNeeds({})) {
      expect(score.inputs[name]?.optional, name).toBe(true);
    }
    for (const input of Object.values(score.inputs)) {
      if (input.kind !== 'quantity') continue;
      expect(input.min).toBeLessThan(input.max);
      for (const cut of input.cuts) expect(cut).toBeGreaterThanOrEqual(input.min);
      for (const cut of input.cuts) expect(cut).toBeLessThanOrEqual(input.max);
    }
  });

  it('gives a finite value in its range and a category, or refuses, for every patient', () => {
    fc.assert(
      fc.property(patients(score), (values) => {
        const refusal = score.refuses(values);
        if (refusal !== undefined) {
          expect(Object.keys(score.inputs)).toContain(refusal.input);
          return;
        }
        const computed = score.compute(values);
        expect(categoryOf(score, computed)).toBeDefined();
        const unknown = Object.keys(computed.points ?? {}).filter(
          (name) => !Object.hasOwn(score.inputs, name),
        );
        expect(unknown).toEqual([]);
        if (computed.risk !== undefined) {
          expect(computed.risk.probability).toBeGreaterThanOrEqual(0);
          expect(computed.risk.probability).toBeLessThanOrEqual(1);
        }
        if (typeof computed.value === 'string') {
          expect(computed.value).toMatch(/^\d{4}-\d\d-\d\d$/);
          return;
        }
        expect(Number.isFinite(computed.value)).toBe(true);
        if (score.range !== undefined) {
          expect(computed.value).toBeGreaterThanOrEqual(score.range.min);
          expect(computed.value).toBeLessThanOrEqual(score.range.max);
        }
      }),
      { numRuns: rounds({ short: 12, long: 300 }) },
    );
  });

  it('rises or falls with each input of which it says so', () => {
    for (const [name, input] of Object.entries(score.inputs)) {
      if (input.kind !== 'quantity' || input.monotone === undefined) continue;
      const sign = input.monotone === 'rising' ? 1 : -1;
      fc.assert(
        fc.property(patients(score), anyValue(input), anyValue(input), (values, one, other) => {
          const [low, high] = [one, other].sort((a, b) => (a as number) - (b as number));
          const both = [low, high].map((value) => ({ ...values, [name]: value }));
          if (both.some((each) => score.refuses(each) !== undefined)) return;
          const [before, after] = both.map((each) => score.compute(each).value as number);
          expect(sign * (after! - before!)).toBeGreaterThanOrEqual(-1e-9);
        }),
        { numRuns: rounds({ short: 10, long: 200 }) },
      );
    }
  });

  it('holds every possible value within the bounds of what is missing', () => {
    const names = [...needed(score), ...score.alsoNeeds({})];
    fc.assert(
      fc.property(patients(score), fc.subarray(names, { minLength: 1 }), (values, left) => {
        if (score.refuses(values) !== undefined) return;
        const { value } = score.compute(values);
        if (typeof value !== 'number') return;
        // An optional input that nothing asks for stays: two that say the same may disagree.
        const lacking = missingFrom(score, without(values, left));
        const known = without(values, lacking);
        const missing = missingFrom(score, known);
        // A missing day has no ends between which the score could lie.
        const days = missing.some((name) => score.inputs[name]?.kind === 'date');
        if (missing.length === 0 || days) return;
        const bounds = boundsOf(score, known, missing);
        expect(bounds).toBeDefined();
        const slack = 1e-9 + 1e-9 * Math.abs(value);
        expect(bounds!.lowest.value).toBeLessThanOrEqual(value + slack);
        expect(bounds!.highest.value).toBeGreaterThanOrEqual(value - slack);
        expect(missing).toContain(bounds!.mostDecisive);
      }),
      { numRuns: rounds({ short: 10, long: 125 }) },
    );
  });
});
