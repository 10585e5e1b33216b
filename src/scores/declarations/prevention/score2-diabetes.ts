import { refuseHdl } from '../../cholesterol.js';
import { flag, ownQuantity, quantity, sex } from '../../input.js';
import { type Category, defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { indicator } from './percent-risk.js';
import { SCORE2_CALIBRATION, SCORE2_SURVIVAL } from './score2.js';
import { SCORE2_RISK_FACTORS, type Score2Patient, score2Patient } from './score2-patient.js';
import { calibratedRisk, type RiskRegion, riskRegion, score2Result } from './score2-region.js';

const COEFFICIENTS = {
  M: {
    age: 0.5368,
    smoker: 0.4774,
    sbp: 0.1322,
    diabetes: 0.6457,
    total: 0.1102,
    hdl: -0.1087,
    ageSmoker: -0.0672,
    ageSbp: -0.0268,
    ageDiabetes: -0.0983,
    ageTotal: -0.0181,
    ageHdl: 0.0095,
    diagnosis: -0.0998,
    hba1c: 0.0955,
    egfr: -0.0591,
    egfrSquared: 0.0058,
    ageHba1c: -0.0134,
    ageEgfr: 0.0115,
  },
  F: {
    age: 0.6624,
    smoker: 0.6139,
    sbp: 0.1421,
    diabetes: 0.8096,
    total: 0.1127,
    hdl: -0.1568,
    ageSmoker: -0.1122,
    ageSbp: -0.0167,
    ageDiabetes: -0.1272,
    ageTotal: -0.02,
    ageHdl: 0.0186,
    diagnosis: -0.118,
    hba1c: 0.1173,
    egfr: -0.064,
    egfrSquared: 0.0062,
    ageHba1c: -0.0196,
    ageEgfr: 0.0169,
  },
} as const;

export interface Score2DiabetesPatient extends Score2Patient {
  /** Age in years when the diabetes was found. */
  readonly diagnosedAt: number;
  /** mmol/mol */
  readonly hba1c: number;
  /** mL/min/1.73 m² */
  readonly egfr: number;
}

/** HbA1c in mmol/mol (IFCC) from % (NGSP): NGSP = 0.09148 · IFCC + 2.152. */
export const hba1cMmolPerMol = (percent: number): number => (percent - 2.152) / 0.09148;

/**
 * 10-year risk, 0..1, of a first cardiovascular event with type 2 diabetes at 40 to 69 years.
 * SCORE2-Diabetes working group 2023, doi:10.1093/eurheartj/ehad260, supplementary methods.
 */
export function score2DiabetesRisk(p: Score2DiabetesPatient, region: RiskRegion): number {
  const c = COEFFICIENTS[p.sex];
  const age = (p.age - 60) / 5;
  const egfr = (Math.log(p.egfr) - 4.5) / 0.15;
  const sum =
    c.age * age +
    (c.smoker + c.ageSmoker * age) * indicator(p.smokes) +
    (c.sbp + c.ageSbp * age) * ((p.systolicBp - 120) / 20) +
    (c.diabetes + c.ageDiabetes * age) +
    (c.total + c.ageTotal * age) * (p.total - 6) +
    (c.hdl + c.ageHdl * age) * ((p.hdl - 1.3) / 0.5) +
    c.diagnosis * ((p.diagnosedAt - 50) / 5) +
    (c.hba1c + c.ageHba1c * age) * ((p.hba1c - 31) / 9.34) +
    (c.egfr + c.ageEgfr * age) * egfr +
    c.egfrSquared * egfr ** 2;
  return calibratedRisk(SCORE2_SURVIVAL[p.sex], sum, SCORE2_CALIBRATION[p.sex][region]);
}

// The risk has its least value at an eGFR of 130 and over: bounds try every value up there.
const HIGH_EGFR = Array.from({ length: 43 }, (_, at) => 121 + 3 * at);

const ESC = '2023 ESC guideline on cardiovascular disease in diabetes, 10.1093/eurheartj/ehad192';
const CATEGORIES: readonly Category[] = [
  { id: 'low', from: 0, interpretation: 'Low risk (below 5 %).' },
  {
    id: 'moderate',
    from: 5,
    interpretation: 'Moderate risk (5 to below 10 %).',
    action: { text: 'Aim at LDL cholesterol below 2.6 mmol/L (100 mg/dL).', source: ESC },
  },
  {
    id: 'high',
    from: 10,
    interpretation: 'High risk (10 to below 20 %).',
    action: {
      text: 'Aim at LDL cholesterol below 1.8 mmol/L (70 mg/dL) and down by half.',
      source: ESC,
    },
  },
  {
    id: 'very high',
    from: 20,
    interpretation: 'Very high risk (20 % or more).',
    action: {
      text: 'Aim at LDL cholesterol below 1.4 mmol/L (55 mg/dL) and down by half.',
      source: ESC,
    },
  },
];

/** 10-year cardiovascular risk in Europe with type 2 diabetes (SCORE2-Diabetes). */
export const score2Diabetes = defineScore({
  id: 'score2_diabetes',
  name: 'SCORE2-Diabetes',
  aliases: ['score2_dm', 'score2_t2dm'],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the 10-year cardiovascular risk of people with type 2 diabetes.',
  population:
    'People of 40 to 69 years in Europe with type 2 diabetes, without cardiovascular disease or ' +
    'severe organ damage',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 40, max: 69 }),
    sex: sex(),
    ...SCORE2_RISK_FACTORS,
    age_at_diabetes_diagnosis: ownQuantity('Age when diabetes was diagnosed', 'a', [1, 69], 1, {
      fixed: true,
    }),
    hba1c: quantity('hba1c'),
    egfr: quantity('egfr', { cuts: HIGH_EGFR }),
    risk_region: riskRegion(),
    diabetes: { ...flag('diabetes'), optional: true },
    ...ESTABLISHED_DISEASE,
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'SCORE2-Diabetes working group. SCORE2-Diabetes: 10-year cardiovascular risk estimation in ' +
        'type 2 diabetes in Europe',
      doi: '10.1093/eurheartj/ehad260',
      year: 2023,
    },
    {
      title:
        'Marx N et al. 2023 ESC guidelines for the management of cardiovascular disease in diabetes',
      doi: '10.1093/eurheartj/ehad192',
      year: 2023,
    },
  ],
  refuses(v) {
    const { age, age_at_diabetes_diagnosis: ageAtDiagnosis } = v;
    if (v.diabetes === false) {
      return { input: 'diabetes', issue: 'is for people with type 2 diabetes; use score2' };
    }
    if (age !== undefined && ageAtDiagnosis !== undefined && ageAtDiagnosis > age) {
      return { input: 'age_at_diabetes_diagnosis', issue: 'must not be above the age' };
    }
    return refuseEstablished(v) ?? refuseHdl(v);
  },
  compute(v) {
    const patient = {
      diagnosedAt: v.age_at_diabetes_diagnosis,
      hba1c: hba1cMmolPerMol(v.hba1c),
      egfr: v.egfr,
      ...score2Patient(v),
    };
    return score2Result(score2DiabetesRisk(patient, v.risk_region), CATEGORIES);
  },
});
