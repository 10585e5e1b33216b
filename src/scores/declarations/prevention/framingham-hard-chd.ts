import { refuseHdl } from '../../cholesterol.js';
import { flag, quantity, sex } from '../../input.js';
import { type Category, defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { hazardRisk, indicator, percentRisk, yearsOf } from './percent-risk.js';

// The equations behind the point tables of the Adult Treatment Panel III, natural logarithms.
const EQUATIONS = {
  M: {
    age: 52.00961,
    ageSquared: -2.93323,
    total: 20.014077,
    hdl: -0.905964,
    sbp: 1.305784,
    treated: 0.241549,
    smoker: 12.096316,
    ageTotal: -4.605038,
    ageSmoker: -2.84367,
    smokerAgeLimit: 70,
    constant: 172.300168,
    survival: 0.9402,
  },
  F: {
    age: 31.764001,
    ageSquared: 0,
    total: 22.465206,
    hdl: -1.187731,
    sbp: 2.552905,
    treated: 0.420251,
    smoker: 13.07543,
    ageTotal: -5.060998,
    ageSmoker: -2.996945,
    smokerAgeLimit: 78,
    constant: 146.5933061,
    survival: 0.98767,
  },
} as const;

export interface HardChdPatient {
  readonly age: number;
  readonly sex: 'M' | 'F';
  /** mg/dL */
  readonly total: number;
  /** mg/dL */
  readonly hdl: number;
  /** mmHg */
  readonly systolicBp: number;
  readonly treated: boolean;
  readonly smokes: boolean;
}

/**
 * 10-year risk, 0..1, of infarction or coronary death (Adult Treatment Panel III, 2001,
 * doi:10.1001/jama.285.19.2486). The age of smokers counts up to 70 (men) or 78 years (women).
 */
export function hardChdRisk(p: HardChdPatient): number {
  const e = EQUATIONS[p.sex];
  const age = Math.log(p.age);
  const total = Math.log(p.total);
  const smokerAge = Math.log(Math.min(p.age, e.smokerAgeLimit));
  const sum =
    e.age * age +
    e.ageSquared * age ** 2 +
    (e.total + e.ageTotal * age) * total +
    e.hdl * Math.log(p.hdl) +
    e.sbp * Math.log(p.systolicBp) +
    e.treated * indicator(p.treated) +
    (e.smoker + e.ageSmoker * smokerAge) * indicator(p.smokes);
  return hazardRisk(e.survival, sum - e.constant);
}

const source = 'Adult Treatment Panel III 2001, 10.1001/jama.285.19.2486';

const DECIMALS = 2;
const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Below 10 % in 10 years.',
    action: { text: 'LDL cholesterol below 130 mg/dL with two risk factors or more.', source },
  },
  {
    id: 'moderate',
    from: 10,
    interpretation: '10 to 20 % in 10 years.',
    action: { text: 'LDL cholesterol below 130 mg/dL; drug from 130 mg/dL on.', source },
  },
  {
    id: 'high',
    from: 20.01,
    interpretation: 'More than 20 % in 10 years: equivalent to coronary disease.',
    action: { text: 'LDL cholesterol below 100 mg/dL.', source },
  },
];

/** 10-year risk of infarction or coronary death (Framingham, Adult Treatment Panel III). */
export const framinghamHardChd = defineScore({
  id: 'framingham_hard_chd',
  name: 'Framingham risk of hard coronary disease (ATP III)',
  aliases: [
    'framingham_atp_iii',
    'framingham_chd',
    'framingham_coronary_heart_disease',
    'framingham_risk_score_for_hard_coronary_heart_disease',
    'hard_chd',
    'atp3',
  ],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the 10-year risk of a first infarction or coronary death.',
  population: 'Adults of 20 to 79 years without coronary disease or diabetes (United States)',
  unit: '%',
  decimals: DECIMALS,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 20, max: 79, cuts: yearsOf(21, 78) }),
    sex: sex(),
    total_cholesterol: quantity('total_cholesterol'),
    hdl_cholesterol: quantity('hdl_cholesterol', { monotone: 'falling' }),
    systolic_bp: quantity('systolic_bp', { monotone: 'rising' }),
    antihypertensive_treatment: flag('antihypertensive_treatment'),
    current_smoker: flag('current_smoker'),
    diabetes: { ...flag('diabetes'), optional: true },
    ...ESTABLISHED_DISEASE,
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Executive summary of the third report of the National Cholesterol Education Program ' +
        '(NCEP) expert panel on detection, evaluation, and treatment of high blood cholesterol in ' +
        'adults (Adult Treatment Panel III)',
      doi: '10.1001/jama.285.19.2486',
      year: 2001,
    },
  ],
  refuses: (v) =>
    v.diabetes
      ? {
          input: 'diabetes',
          issue: 'diabetes counts as coronary disease there; use another equation',
        }
      : (refuseEstablished(v) ?? refuseHdl(v)),
  compute(v) {
    const probability = hardChdRisk({
      age: v.age,
      sex: v.sex,
      total: v.total_cholesterol,
      hdl: v.hdl_cholesterol,
      systolicBp: v.systolic_bp,
      treated: v.antihypertensive_treatment,
      smokes: v.current_smoker,
    });
    // Most programs count treatment at any pressure; one, and the point tables, not below 120 mmHg.
    const warnings =
      v.antihypertensive_treatment && v.systolic_bp <= 120
        ? ['Treated with 120 mmHg or less: by the point tables the treatment does not count there.']
        : [];
    const outcome = 'infarction or coronary death';
    const { value, category, risk } = percentRisk(
      probability,
      outcome,
      '10 years',
      CATEGORIES,
      DECIMALS,
    );
    return { value, category, risk, warnings };
  },
});
