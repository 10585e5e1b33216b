import { flag, quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE_OR_HEART_FAILURE, refuseEstablished } from './established-disease.js';
import {
  FRAMINGHAM_CATEGORIES,
  FRAMINGHAM_OUTCOME,
  FRAMINGHAM_REFERENCES,
  type FraminghamPatient,
  framinghamRisk,
} from './framingham.js';
import { percentRisk } from './percent-risk.js';

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
    age: quantity('age', { min: 30, max: 74, monotone: 'rising' }),
    sex: sex(),
    bmi: quantity('bmi', { monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { monotone: 'rising' }),
    antihypertensive_treatment: flag('antihypertensive_treatment'),
    current_smoker: flag('current_smoker'),
    diabetes: flag('diabetes'),
    ...ESTABLISHED_DISEASE_OR_HEART_FAILURE,
  },
  categories: FRAMINGHAM_CATEGORIES,
  references: FRAMINGHAM_REFERENCES,
  refuses: (v) => refuseEstablished(v),
  compute(v) {
    const patient = {
      age: v.age,
      systolicBp: v.systolic_bp,
      treated: v.antihypertensive_treatment,
      smokes: v.current_smoker,
      diabetes: v.diabetes,
    };
    const probability = framinghamBmiRisk(v.sex, patient, v.bmi);
    return percentRisk(probability, FRAMINGHAM_OUTCOME, '10 years', FRAMINGHAM_CATEGORIES);
  },
});
