import { refuseHdl } from '../../cholesterol.js';
import { flag, quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { indicator } from './percent-risk.js';
import { SCORE2_RISK_FACTORS, type Score2Patient, score2Patient } from './score2-patient.js';
import {
  type Calibration,
  calibratedRisk,
  ESC_CATEGORIES,
  ESC_REFERENCE,
  escCategories,
  type RiskRegion,
  riskRegion,
  score2Result,
} from './score2-region.js';

/** SCORE2 and SCORE2-Diabetes are recalibrated with the same numbers (supplement, table 4). */
export const SCORE2_CALIBRATION: Readonly<Record<'M' | 'F', Record<RiskRegion, Calibration>>> = {
  M: {
    low: [-0.5699, 0.7476],
    moderate: [-0.1565, 0.8009],
    high: [0.3207, 0.936],
    very_high: [0.5836, 0.8294],
  },
  F: {
    low: [-0.738, 0.7019],
    moderate: [-0.3143, 0.7701],
    high: [0.571, 0.9369],
    very_high: [0.9412, 0.8329],
  },
};

export const SCORE2_SURVIVAL = { M: 0.9605, F: 0.9776 } as const;

const COEFFICIENTS = {
  M: {
    age: 0.3742,
    smoker: 0.6012,
    sbp: 0.2777,
    total: 0.1458,
    hdl: -0.2698,
    ageSmoker: -0.0755,
    ageSbp: -0.0255,
    ageTotal: -0.0281,
    ageHdl: 0.0426,
  },
  F: {
    age: 0.4648,
    smoker: 0.7744,
    sbp: 0.3131,
    total: 0.1002,
    hdl: -0.2606,
    ageSmoker: -0.1088,
    ageSbp: -0.0277,
    ageTotal: -0.0226,
    ageHdl: 0.0613,
  },
} as const;

/**
 * 10-year risk, 0..1, of a first cardiovascular event without diabetes at 40 to 69 years.
 * SCORE2 working group 2021, doi:10.1093/eurheartj/ehab309, supplementary methods, tables 2 and 4.
 */
export function score2Risk(p: Score2Patient, region: RiskRegion): number {
  const c = COEFFICIENTS[p.sex];
  const age = (p.age - 60) / 5;
  const smoker = indicator(p.smokes);
  const sbp = (p.systolicBp - 120) / 20;
  const total = p.total - 6;
  const hdl = (p.hdl - 1.3) / 0.5;
  const sum =
    c.age * age +
    (c.smoker + c.ageSmoker * age) * smoker +
    (c.sbp + c.ageSbp * age) * sbp +
    (c.total + c.ageTotal * age) * total +
    (c.hdl + c.ageHdl * age) * hdl;
  return calibratedRisk(SCORE2_SURVIVAL[p.sex], sum, SCORE2_CALIBRATION[p.sex][region]);
}

const BELOW_50 = escCategories(2.5, 7.5);
const FROM_50 = escCategories(5, 10);

/** 10-year cardiovascular risk in Europe at 40 to 69 years (SCORE2). */
export const score2 = defineScore({
  id: 'score2',
  name: 'SCORE2',
  aliases: ['esc_score2'],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the 10-year risk of a first cardiovascular death, infarction or stroke.',
  population: 'Apparently healthy people of 40 to 69 years in Europe, without diabetes',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 40, max: 69, cuts: [50] }),
    sex: sex(),
    ...SCORE2_RISK_FACTORS,
    risk_region: riskRegion(),
    diabetes: { ...flag('diabetes'), optional: true },
    ...ESTABLISHED_DISEASE,
  },
  categories: ESC_CATEGORIES,
  references: [
    {
      title:
        'SCORE2 working group. SCORE2 risk prediction algorithms: new models to estimate 10-year ' +
        'risk of cardiovascular disease in Europe',
      doi: '10.1093/eurheartj/ehab309',
      year: 2021,
    },
    ESC_REFERENCE,
  ],
  refuses: (v) =>
    v.diabetes
      ? { input: 'diabetes', issue: 'SCORE2 does not hold in diabetes; use score2_diabetes' }
      : (refuseEstablished(v) ?? refuseHdl(v)),
  compute(v) {
    const probability = score2Risk(score2Patient(v), v.risk_region);
    return score2Result(probability, v.age < 50 ? BELOW_50 : FROM_50);
  },
});
