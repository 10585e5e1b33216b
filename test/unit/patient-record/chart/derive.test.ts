import { describe, expect, it } from 'vitest';
import { sourcesOf, withDerived } from '../../../../src/patient-record/chart/derive.js';
import {
  chartOf,
  type Fact,
  type FactValue,
  isDerived,
  latest,
} from '../../../../src/patient-record/chart/fact.js';

const HOUR = 3_600_000;
const fact = (value: FactValue, at?: number): Fact => ({
  value,
  given: { value },
  from: 'test',
  ...(at !== undefined && { at }),
});

function derived(values: Record<string, FactValue | Fact[]>) {
  const facts = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [fact(value)]).map((one) => [name, one] as const),
  );
  const chart = withDerived(chartOf(facts));
  return (name: string) => latest(chart, name)?.value;
}

describe('what follows from what is known', () => {
  it.each<[string, Record<string, FactValue>, string, FactValue]>([
    ['mass over height squared', { weight: 80, height: 200 }, 'bmi', 20],
    ['two pressures', { systolic_bp: 120, diastolic_bp: 60 }, 'mean_arterial_pressure', 80],
    ['the parts of a coma scale', { gcs_eye: 4, gcs_verbal: 4, gcs_motor: 6 }, 'gcs', 14],
    ['a gas and what was breathed', { pao2: 80, fio2: 40 }, 'pf_ratio', 200],
    ['breathing room air', { on_oxygen: false }, 'fio2', 21],
    ['what was breathed', { fio2: 40 }, 'on_oxygen', true],
    ['a full coma scale', { gcs: 15 }, 'consciousness', 'A'],
    ['less than a full coma scale', { gcs: 14 }, 'altered_mental_status', true],
    ['a level of consciousness', { consciousness: 'C' }, 'altered_mental_status', true],
    ['an infarction', { myocardial_infarction: true }, 'vascular_disease', true],
    ['a former smoker', { smoking_status: 'former' }, 'current_smoker', false],
  ])('%s', (_, values, name, value) => {
    expect(derived(values)(name)).toBe(value);
  });

  it('is the eGFR of the CKD-EPI equation of 2021, of adults', () => {
    // National Kidney Foundation calculator: 1.2 mg/dL, 60 years, man: 69.
    expect(derived({ creatinine: 1.2, age: 60, sex: 'M' })('egfr')).toBe(69);
    expect(derived({ creatinine: 1.2, age: 17, sex: 'M' })('egfr')).toBeUndefined();
  });

  it('is urea and urea nitrogen, each from the other', () => {
    expect(derived({ urea: 10 })('bun')).toBeCloseTo(28.0, 1);
    expect(derived({ bun: 28 })('urea')).toBeCloseTo(10.0, 1);
  });

  it('never overrules what was given, and never makes a condition absent', () => {
    expect(derived({ weight: 80, height: 200, bmi: 31 })('bmi')).toBe(31);
    expect(derived({ gcs: 9 })('consciousness')).toBeUndefined();
    expect(derived({ myocardial_infarction: false })('vascular_disease')).toBeUndefined();
    expect(derived({ fio2: 21 })('mechanical_ventilation')).toBeUndefined();
  });

  it('is as old as the oldest thing that it was made of, and says from what', () => {
    const chart = withDerived(
      chartOf([
        ['weight', fact(80, 5 * HOUR)],
        ['height', fact(200, 2 * HOUR)],
      ]),
    );
    const bmi = latest(chart, 'bmi');
    expect(bmi).toMatchObject({ at: 2 * HOUR, from: 'derived from test, test' });
    expect(bmi && isDerived(bmi)).toBe(true);
  });
});

describe('the urine of a day', () => {
  const portions = (hours: number[]) => hours.map((hour) => fact(100, hour * HOUR));

  it('is the sum of its portions over the last 24 hours', () => {
    const hours = Array.from({ length: 30 }, (_, hour) => hour);
    expect(derived({ urine_volume: portions(hours) })('urine_output')).toBe(2_400);
  });

  it('is not made from less than twenty hours, nor from portions without a time', () => {
    expect(derived({ urine_volume: portions([0, 5, 12]) })('urine_output')).toBeUndefined();
    expect(derived({ urine_volume: [fact(100), fact(200)] })('urine_output')).toBeUndefined();
  });
});

it('lists the variables from which another can be derived, transitively', () => {
  expect(sourcesOf('vascular_disease')).toContain('myocardial_infarction');
  expect(sourcesOf('pf_ratio')).toEqual(
    new Set(['pao2', 'fio2', 'on_oxygen', 'oxygen_flow', 'mechanical_ventilation']),
  );
  expect(sourcesOf('age').size).toBe(0);
});
