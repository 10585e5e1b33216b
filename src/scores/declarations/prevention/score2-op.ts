import { refuseHdl } from '../../cholesterol.js';
import { flag, quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { indicator } from './percent-risk.js';
import { SCORE2_RISK_FACTORS, type Score2Patient, score2Patient } from './score2-patient.js';
import {
  type Calibration,
  calibratedRisk,
  ESC_REFERENCE,
  escCategories,
  type RiskRegion,
  riskRegion,
  score2Result,
} from './score2-region.js';

// As printed (four decimals, the calibration two). The authors' own program has more; the risk
// differs by less than half a percentage point.
const MODELS = {
  M: {
    age: 0.0634,
    diabetes: 0.4245,
    smoker: 0.3524,
    sbp: 0.0094,
    total: 0.085,
    hdl: -0.3564,
    ageDiabetes: -0.0174,
    ageSmoker: -0.0247,
    ageSbp: -0.0005,
    ageTotal: 0.0073,
    ageHdl: 0.0091,
    mean: 0.0929,
    survival: 0.7576,
  },
  F: {
    age: 0.0789,
    diabetes: 0.601,
    smoker: 0.4921,
    sbp: 0.0102,
    total: 0.0605,
    hdl: -0.304,
    ageDiabetes: -0.0107,
    ageSmoker: -0.0255,
    ageSbp: -0.0004,
    ageTotal: -0.0009,
    ageHdl: 0.0154,
    mean: 0.229,
    survival: 0.8082,
  },
} as const;

const CALIBRATION: Readonly<Record<'M' | 'F', Record<RiskRegion, Calibration>>> = {
  M: { low: [-0.34, 1.19], moderate: [0.01, 1.25], high: [0.08, 1.15], very_high: [0.05, 0.7] },
  F: { low: [-0.52, 1.01], moderate: [-0.1, 1.1], high: [0.38, 1.09], very_high: [0.38, 0.69] },
};

/**
 * 10-year risk, 0..1, of a first cardiovascular event at 70 to 89 years.
 * SCORE2-OP working group 2021, doi:10.1093/eurheartj/ehab312, supplementary tables 2 and 3.
 */
export function score2OpRisk(
  p: Score2Patient & { readonly diabetes: boolean },
  region: RiskRegion,
): number {
  const c = MODELS[p.sex];
  const age = p.age - 73;
  const sum =
    c.age * age +
    (c.diabetes + c.ageDiabetes * age) * indicator(p.diabetes) +
    (c.smoker + c.ageSmoker * age) * indicator(p.smokes) +
    (c.sbp + c.ageSbp * age) * (p.systolicBp - 150) +
    (c.total + c.ageTotal * age) * (p.total - 6) +
    (c.hdl + c.ageHdl * age) * (p.hdl - 1.4);
  return calibratedRisk(c.survival, sum - c.mean, CALIBRATION[p.sex][region]);
}

const CATEGORIES = escCategories(7.5, 15);

/** 10-year cardiovascular risk in Europe at 70 to 89 years (SCORE2-OP). */
export const score2Op = defineScore({
  id: 'score2_op',
  name: 'SCORE2-OP (older persons)',
  aliases: ['score2_older_persons', 'score2op'],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the 10-year risk of a first cardiovascular death, infarction or stroke.',
  population: 'People of 70 to 89 years in Europe without cardiovascular disease',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 70, max: 89 }),
    sex: sex(),
    diabetes: flag('diabetes'),
    ...SCORE2_RISK_FACTORS,
    risk_region: riskRegion(),
    ...ESTABLISHED_DISEASE,
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'SCORE2-OP working group. SCORE2-OP risk prediction algorithms: estimating incident ' +
        'cardiovascular event risk in older persons in four geographical risk regions',
      doi: '10.1093/eurheartj/ehab312',
      year: 2021,
    },
    ESC_REFERENCE,
  ],
  refuses: (v) => refuseEstablished(v) ?? refuseHdl(v),
  compute(v) {
    const patient = { diabetes: v.diabetes, ...score2Patient(v) };
    return score2Result(score2OpRisk(patient, v.risk_region), CATEGORIES);
  },
});
