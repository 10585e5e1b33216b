import { describe, expect, it } from 'vitest';
import {
  measuredFindings,
  rangeFor,
} from '../../../../src/differential/evidence/measured-findings.js';
import type {
  FindingFacts,
  Measure,
  RangeFacts,
} from '../../../../src/differential/knowledge/schema.js';
import type { FactValue } from '../../../../src/patient-record/chart/fact.js';
import { chart } from '../toy-patient.js';

const sources = [{ name: 'invented' }];
const RANGES: readonly RangeFacts[] = [
  { variable: 'heart_rate', from_age: 0, low: 100, high: 160, sources },
  { variable: 'heart_rate', from_age: 12, low: 60, high: 100, very_high: 140, sources },
  { variable: 'hemoglobin', from_age: 18, sex: 'F', low: 12, sources },
  { variable: 'hemoglobin', from_age: 18, sex: 'M', low: 13, sources },
];

const finding = (...measure: Measure[]): FindingFacts => ({
  id: 'one',
  name: 'One',
  kind: 'test',
  leak: 0.1,
  measure,
});

/** Whether it is there, is not, or nobody can tell. */
function told(
  measure: Measure | readonly Measure[],
  values: Record<string, FactValue>,
  person: { age?: number; sex?: 'F' | 'M' } = {},
): boolean | undefined {
  const all = [measure].flat() as Measure[];
  return measuredFindings([finding(...all)], RANGES, chart(values), person)[0]?.present;
}

describe('the limits of a variable', () => {
  it('are those of the age, and of an adult where that is not known', () => {
    expect(rangeFor(RANGES, 'heart_rate', { age: 0.5 })?.high).toBe(160);
    expect(rangeFor(RANGES, 'heart_rate', { age: 12 })?.high).toBe(100);
    expect(rangeFor(RANGES, 'heart_rate', {})?.high).toBe(100);
  });

  it('are those of the sex, and none where they depend on one that is not known', () => {
    expect(rangeFor(RANGES, 'hemoglobin', { age: 40, sex: 'F' })?.low).toBe(12);
    expect(rangeFor(RANGES, 'hemoglobin', { age: 40, sex: 'M' })?.low).toBe(13);
    expect(rangeFor(RANGES, 'hemoglobin', { age: 40 })).toBeUndefined();
  });
});

describe('what a value says', () => {
  it.each([
    ['>', 38, false],
    ['>=', 38, true],
    ['<', 38, false],
    ['<=', 38, true],
    ['=', 38, true],
  ] as const)('38 %s %d is %s', (is, value, present) => {
    expect(told({ variable: 'temperature', is, value }, { temperature: 38 })).toBe(present);
  });

  it('is by the range where no number stands there', () => {
    const fast: Measure = { variable: 'heart_rate', is: 'high' };
    expect(told(fast, { heart_rate: 130 }, { age: 40 })).toBe(true);
    expect(told(fast, { heart_rate: 130 }, { age: 1 })).toBe(false);
    expect(told({ variable: 'heart_rate', is: 'very_high' }, { heart_rate: 150 })).toBe(true);
  });

  it('is nothing without a value, a range, or a limit of that range', () => {
    expect(told({ variable: 'heart_rate', is: 'high' }, {})).toBeUndefined();
    expect(told({ variable: 'hemoglobin', is: 'low' }, { hemoglobin: 9 })).toBeUndefined();
    expect(told({ variable: 'heart_rate', is: 'very_low' }, { heart_rate: 20 })).toBeUndefined();
  });

  it('takes truths as such, however the limit is written', () => {
    for (const value of [1, true] as const) {
      expect(told({ variable: 'copd', is: '=', value }, { copd: true })).toBe(true);
      expect(told({ variable: 'copd', is: '=', value }, { copd: false })).toBe(false);
    }
  });

  it('compares codes by equality alone', () => {
    expect(told({ variable: 'consciousness', is: '=', value: 'V' }, { consciousness: 'V' })).toBe(
      true,
    );
    expect(told({ variable: 'consciousness', is: '=', value: 'V' }, { consciousness: 'A' })).toBe(
      false,
    );
    expect(
      told({ variable: 'consciousness', is: '>', value: 'V' }, { consciousness: 'A' }),
    ).toBeUndefined();
  });

  it('is any of several measures, and absent only where none is met', () => {
    const either: readonly Measure[] = [
      { variable: 'systolic_bp', is: '>=', value: 140 },
      { variable: 'diastolic_bp', is: '>=', value: 90 },
    ];
    expect(told(either, { systolic_bp: 120, diastolic_bp: 95 })).toBe(true);
    expect(told(either, { systolic_bp: 120, diastolic_bp: 80 })).toBe(false);
    expect(told(either, { diastolic_bp: 80 })).toBe(false);
  });

  it('is told with the value that it is by', () => {
    const [one] = measuredFindings(
      [finding({ variable: 'temperature', is: '>=', value: 38 })],
      [],
      chart({ temperature: 39 }),
      {},
    );
    expect(one).toMatchObject({ variable: 'temperature', fact: { value: 39, from: 'vitals' } });
  });
});
