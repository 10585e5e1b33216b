import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';

interface Person {
  readonly age: number;
  readonly white_race: boolean;
  readonly height: number;
  readonly weight: number;
  readonly systolic_bp: number;
  readonly diastolic_bp: number;
  readonly current_smoker: boolean;
  readonly antihypertensive_treatment: boolean;
  readonly diabetes: boolean;
  readonly congestive_heart_failure: boolean;
  readonly myocardial_infarction: boolean;
}

/**
 * Probability (0..1) of new atrial fibrillation within 5 years, from age in years, height in cm, weight
 * in kg and pressures in mmHg (CHARGE-AF simple model, Alonso 2013, doi:10.1161/JAHA.112.000102).
 */
export function chargeAfRisk(v: Person): number {
  const index =
    (0.508 * v.age) / 5 +
    0.465 * Number(v.white_race) +
    (0.248 * v.height) / 10 +
    (0.115 * v.weight) / 15 +
    (0.197 * v.systolic_bp) / 20 -
    (0.101 * v.diastolic_bp) / 10 +
    0.359 * Number(v.current_smoker) +
    0.349 * Number(v.antihypertensive_treatment) +
    0.237 * Number(v.diabetes) +
    0.701 * Number(v.congestive_heart_failure) +
    0.496 * Number(v.myocardial_infarction);
  return 1 - 0.9718412736 ** Math.exp(index - 12.58156);
}

export const chargeAf = defineScore({
  id: 'charge_af',
  name: 'CHARGE-AF score',
  group: 'cardiology',
  purpose: 'Estimates new atrial fibrillation within 5 years.',
  population: 'Adults of 46 to 94 years without atrial fibrillation',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 46, max: 94, monotone: 'rising' }),
    white_race: ownFlag('White, as the score defines it', { fixed: true }),
    height: quantity('height', { min: 100, monotone: 'rising' }),
    weight: quantity('weight', { min: 25, monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { monotone: 'rising' }),
    diastolic_bp: quantity('diastolic_bp', { monotone: 'falling' }),
    current_smoker: flag('current_smoker'),
    antihypertensive_treatment: flag('antihypertensive_treatment'),
    diabetes: flag('diabetes'),
    congestive_heart_failure: flag('congestive_heart_failure'),
    myocardial_infarction: flag('myocardial_infarction'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Below 2.5 % within 5 years.' },
    { id: 'intermediate', from: 2.5, interpretation: '2.5 to 5 % within 5 years.' },
    { id: 'high', from: 5, interpretation: '5 % or more within 5 years.' },
  ],
  references: [
    {
      title:
        'Alonso A et al. Simple risk model predicts incidence of atrial fibrillation: CHARGE-AF',
      doi: '10.1161/JAHA.112.000102',
      year: 2013,
    },
  ],
  compute(v) {
    const probability = chargeAfRisk(v);
    return {
      value: Math.round(probability * 10_000) / 100,
      risk: { outcome: 'new atrial fibrillation', probability, horizon: '5 years' },
    };
  },
});
