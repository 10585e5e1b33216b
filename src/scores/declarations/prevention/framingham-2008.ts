import { refuseHdl } from '../../cholesterol.js';
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

// D'Agostino 2008, table 2.
const EQUATIONS = {
  M: {
    age: 3.06117,
    total: 1.1237,
    hdl: -0.93263,
    untreated: 1.93303,
    treated: 1.99881,
    smoker: 0.65451,
    diabetes: 0.57367,
    survival: 0.88936,
    mean: 23.9802,
  },
  F: {
    age: 2.32888,
    total: 1.20904,
    hdl: -0.70833,
    untreated: 2.76157,
    treated: 2.82263,
    smoker: 0.52873,
    diabetes: 0.69154,
    survival: 0.95012,
    mean: 26.1931,
  },
} as const;

/**
 * 10-year risk, 0..1, of general cardiovascular disease from lipids.
 *
 * @param lipids total and HDL cholesterol in mg/dL
 */
export function framinghamLipidRisk(
  patientSex: 'M' | 'F',
  patient: FraminghamPatient,
  lipids: { readonly total: number; readonly hdl: number },
): number {
  const equation = EQUATIONS[patientSex];
  const body = equation.total * Math.log(lipids.total) + equation.hdl * Math.log(lipids.hdl);
  return framinghamRisk(equation, patient, body);
}

/** 10-year risk of any cardiovascular disease (Framingham, with lipids). */
export const framingham2008 = defineScore({
  id: 'framingham_2008',
  name: 'Framingham general cardiovascular risk 2008 (lipids)',
  aliases: [
    'framingham',
    'framingham_cvd',
    'framingham_risk_score',
    'frs',
    'framingham_general_cvd',
  ],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the 10-year risk of a first cardiovascular event of any kind.',
  population: 'Adults of 30 to 74 years without cardiovascular disease',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    ...FRAMINGHAM_PERSON,
    total_cholesterol: quantity('total_cholesterol', { monotone: 'rising' }),
    hdl_cholesterol: quantity('hdl_cholesterol', { monotone: 'falling' }),
    ...FRAMINGHAM_RISK_FACTORS,
  },
  categories: FRAMINGHAM_CATEGORIES,
  references: FRAMINGHAM_REFERENCES,
  refuses: (v) => refuseEstablished(v) ?? refuseHdl(v),
  compute(v) {
    const patient = framinghamPatient(v);
    const lipids = { total: v.total_cholesterol, hdl: v.hdl_cholesterol };
    const probability = framinghamLipidRisk(v.sex, patient, lipids);
    return framinghamResult(probability);
  },
});
