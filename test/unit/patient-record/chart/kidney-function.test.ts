import { expect, test } from 'vitest';
import { chartOf, type FactValue } from '../../../../src/patient-record/chart/fact.js';
import {
  cockcroftGault,
  creatinineClearance,
} from '../../../../src/patient-record/chart/kidney-function.js';

const chart = (facts: Record<string, FactValue>) =>
  chartOf(
    Object.entries(facts).map(([name, value]) => [name, { value, given: { value }, from: name }]),
  );

test('Cockcroft and Gault, by hand', () => {
  // (140 − 60) · 72 / (72 · 1) = 80, in women 0.85 of it.
  expect(cockcroftGault(60, 72, 1, 'M')).toBe(80);
  expect(cockcroftGault(60, 72, 1, 'F')).toBe(68);
});

test('the weight is chosen by BMI where the height is known', () => {
  const facts = { age: 50, sex: 'M', creatinine: 1 };
  const of = (weight: number, height?: number) =>
    creatinineClearance(chart({ ...facts, weight, ...(height && { height }) }));
  expect(of(130)).toMatchObject({ basis: 'actual', heightKnown: false, weightKg: 130 });
  expect(of(130, 175)).toMatchObject({ basis: 'adjusted', heightKnown: true });
  expect(of(50, 180)).toMatchObject({ basis: 'actual', heightKnown: true });
  expect(of(75, 175)).toMatchObject({ basis: 'ideal', heightKnown: true });
  expect(of(130, 175)?.mlPerMin).toBeLessThan(of(130)?.mlPerMin ?? 0);
});

test('children and missing numbers have no clearance', () => {
  const whole = { age: 50, sex: 'M', creatinine: 1, weight: 70 };
  expect(creatinineClearance(chart({ ...whole, age: 12 }))).toBeUndefined();
  for (const name of Object.keys(whole)) {
    const { [name as 'age']: _, ...rest } = whole;
    expect(creatinineClearance(chart(rest as Record<string, FactValue>))).toBeUndefined();
  }
});
