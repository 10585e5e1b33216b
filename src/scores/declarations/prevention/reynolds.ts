import { refuseHdl } from '../../cholesterol.js';
import { flag, ownFlag, quantity, sex } from '../../input.js';
import { type Category, defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { hazardRisk, indicator, percentRisk } from './percent-risk.js';

export interface ReynoldsPatient {
  readonly age: number;
  /** mmHg */
  readonly systolicBp: number;
  /** mg/L */
  readonly hsCrp: number;
  /** mg/dL */
  readonly total: number;
  /** mg/dL */
  readonly hdl: number;
  readonly smokes: boolean;
  /** Infarction of a parent before 60. */
  readonly parentalInfarction: boolean;
}

/**
 * 10-year risk, 0..1, of women (Ridker 2007, doi:10.1001/jama.297.6.611, model B).
 *
 * @param hba1c % in diabetes, else nothing
 */
export function reynoldsRiskOfWomen(p: ReynoldsPatient, hba1c: number | undefined): number {
  const sum =
    0.0799 * p.age +
    3.137 * Math.log(p.systolicBp) +
    0.18 * Math.log(p.hsCrp) +
    1.382 * Math.log(p.total) -
    1.172 * Math.log(p.hdl) +
    0.134 * (hba1c ?? 0) +
    0.818 * indicator(p.smokes) +
    0.438 * indicator(p.parentalInfarction);
  return hazardRisk(0.98634, sum - 22.325);
}

/** 10-year risk, 0..1, of men (Ridker 2008, doi:10.1161/CIRCULATIONAHA.108.814251). */
export function reynoldsRiskOfMen(p: ReynoldsPatient): number {
  const sum =
    4.385 * Math.log(p.age) +
    2.607 * Math.log(p.systolicBp) +
    0.963 * Math.log(p.total) -
    0.772 * Math.log(p.hdl) +
    0.405 * indicator(p.smokes) +
    0.102 * Math.log(p.hsCrp) +
    0.541 * indicator(p.parentalInfarction);
  return hazardRisk(0.899, sum - 33.097);
}

// The classes into which the authors sorted their cohorts.
const CATEGORIES: readonly Category[] = [
  { id: 'low', from: 0, interpretation: 'Low risk (below 5 %).' },
  { id: 'low to moderate', from: 5, interpretation: 'Low to moderate risk (5 to below 10 %).' },
  { id: 'moderate to high', from: 10, interpretation: 'Moderate to high risk (10 to below 20 %).' },
  { id: 'high', from: 20, interpretation: 'High risk (20 % or more).' },
];

/** 10-year risk of a cardiovascular event with C-reactive protein and family history. */
export const reynolds = defineScore({
  id: 'reynolds',
  name: 'Reynolds risk score',
  aliases: [
    'reynolds_risk',
    'reynolds_risk_score_for_cardiovascular_risk_in_women',
    'reynolds_risk_score_for_cardiovascular_risk_in_men',
  ],
  group: 'cardiovascular prevention',
  purpose:
    'Estimates the 10-year risk of infarction, stroke, revascularisation or cardiovascular death.',
  population:
    'People of 45 to 80 years without cardiovascular disease (men of the cohort: from 50, none ' +
    'with diabetes)',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 45, max: 80, monotone: 'rising' }),
    sex: sex(),
    systolic_bp: quantity('systolic_bp', { monotone: 'rising' }),
    total_cholesterol: quantity('total_cholesterol', { monotone: 'rising' }),
    hdl_cholesterol: quantity('hdl_cholesterol', { monotone: 'falling' }),
    hs_crp: quantity('hs_crp', { min: 0.1, monotone: 'rising' }),
    current_smoker: flag('current_smoker'),
    parental_mi_before_60: ownFlag('Myocardial infarction of a parent before the age of 60', {
      fixed: true,
    }),
    diabetes: flag('diabetes'),
    hba1c: quantity('hba1c', {
      optional: true,
      monotone: 'rising',
      help: 'needed for women with diabetes',
    }),
    ...ESTABLISHED_DISEASE,
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Ridker PM et al. Development and validation of improved algorithms for the assessment of ' +
        'global cardiovascular risk in women: the Reynolds Risk Score',
      doi: '10.1001/jama.297.6.611',
      year: 2007,
    },
    {
      title:
        'Ridker PM et al. C-reactive protein and parental history improve global cardiovascular ' +
        'risk prediction: the Reynolds Risk Score for men',
      doi: '10.1161/CIRCULATIONAHA.108.814251',
      year: 2008,
    },
  ],
  alsoNeeds: (v) => (v.sex === 'M' || v.diabetes === false ? [] : ['hba1c']),
  refuses: (v) => {
    if (v.sex === 'M' && v.diabetes) {
      return { input: 'diabetes', issue: 'the equation for men is for men without diabetes' };
    }
    return refuseEstablished(v) ?? refuseHdl(v);
  },
  compute(v) {
    const patient = {
      age: v.age,
      systolicBp: v.systolic_bp,
      hsCrp: v.hs_crp,
      total: v.total_cholesterol,
      hdl: v.hdl_cholesterol,
      smokes: v.current_smoker,
      parentalInfarction: v.parental_mi_before_60,
    };
    const probability =
      v.sex === 'F'
        ? reynoldsRiskOfWomen(patient, v.diabetes ? v.hba1c : undefined)
        : reynoldsRiskOfMen(patient);
    const outcome = 'infarction, stroke, revascularisation or cardiovascular death';
    const warnings = [
      // The calculator of the authors takes men from 45 years on; their cohort began at 50.
      ...(v.sex === 'M' && v.age < 50 ? ['No man below 50 was in the cohort.'] : []),
      ...(v.hs_crp > 10
        ? ['C-reactive protein above 10 mg/L: repeat it when no illness acts.']
        : []),
    ];
    const { value, category, risk } = percentRisk(probability, outcome, '10 years', CATEGORIES);
    return { value, category, risk, warnings };
  },
});
