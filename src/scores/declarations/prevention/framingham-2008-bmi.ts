import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { refuseEstablished } from './established-disease.js';
import {
  FRAMINGHAM_CATEGORIES,
  FRAMINGHAM_PERSON,
  FRAMINGHAM_REFERENCES,
  FRAMINGHAM_RISK_FACTORS,
  type FraminghamPatient,
  framinghamPatient,
  framinghamResult,
  framinghamRisk,
} from './framingham.js';

// D'Agostino 2008, the equation with body mass index. Treated pressure has the larger coefficient;
// some programs have the two exchanged.
const EQUATIONS = {
  M: {
    age: 3.11296,
    bmi: 0.79277,
    untreated: 1.85508,
    treated: 1.92672,
    smoker: 0.70953,
    diabetes: 0.5316,
    survival: 0.88431,
    mean: 23.9388,
  },
  F: {
    age: 2.72107,
    bmi: 0.51125,
    untreated: 2.81291,
    treated: 2.88267,
    smoker: 0.61868,
    diabetes: 0.77763,
    survival: 0.94833,
    mean: 26.0145,
  },
} as const;

/**
 * 10-year risk, 0..1, of general cardiovascular disease without laboratory values.
 *
 * @param bmi kg/m²
 */
export function framinghamBmiRisk(
  patientSex: 'M' | 'F',
  patient: FraminghamPatient,
  bmi: number,
): number {
  const equation = EQUATIONS[patientSex];
  return framinghamRisk(equation, patient, equation.bmi * Math.log(bmi));
}

/** 10-year risk of any cardiovascular disease (Framingham, with body mass index). */
export const framingham2008Bmi = defineScore({
  id: 'framingham_2008_bmi',
  name: 'Framingham general cardiovascular risk 2008 (body mass index)',
  aliases: ['framingham_bmi', 'framingham_office', 'framingham_non_laboratory'],
  group: 'cardiovascular prevention',
  purpose:
    'Estimates the 10-year risk of a first cardiovascular event of any kind without laboratory values.',
  population: 'Adults of 30 to 74 years without cardiovascular disease',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    ...FRAMINGHAM_PERSON,
    bmi: quantity('bmi', { monotone: 'rising' }),
    ...FRAMINGHAM_RISK_FACTORS,
  },
  categories: FRAMINGHAM_CATEGORIES,
  references: FRAMINGHAM_REFERENCES,
  refuses: (v) => refuseEstablished(v),
  compute(v) {
    const patient = framinghamPatient(v);
    const probability = framinghamBmiRisk(v.sex, patient, v.bmi);
    return framinghamResult(probability);
  },
});
