import { refuseHdl } from '../../cholesterol.js';
import { flag, quantity, sex } from '../../input.js';
import { type Category, defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { hazardRisk, indicator, percentRisk, yearsOf } from './percent-risk.js';

/** One of the four equations; coefficients of natural logarithms, of products and of yes/no. */
interface Equation {
  readonly age: number;
  readonly ageSquared?: number;
  readonly total: number;
  readonly ageTotal?: number;
  readonly hdl: number;
  readonly ageHdl?: number;
  readonly treated: number;
  readonly ageTreated?: number;
  readonly untreated: number;
  readonly ageUntreated?: number;
  readonly smoker: number;
  readonly ageSmoker?: number;
  readonly diabetes: number;
  readonly mean: number;
  readonly survival: number;
}

// Goff 2013, table A, with the decimals that are printed there. Other programs have four for the means,
// which moves a risk of 20 % by less than 0.1 percentage points.
const WHITE_WOMEN: Equation = {
  age: -29.799,
  ageSquared: 4.884,
  total: 13.54,
  ageTotal: -3.114,
  hdl: -13.578,
  ageHdl: 3.149,
  treated: 2.019,
  untreated: 1.957,
  smoker: 7.574,
  ageSmoker: -1.665,
  diabetes: 0.661,
  mean: -29.18,
  survival: 0.9665,
};
const BLACK_WOMEN: Equation = {
  age: 17.114,
  total: 0.94,
  hdl: -18.92,
  ageHdl: 4.475,
  treated: 29.291,
  ageTreated: -6.432,
  untreated: 27.82,
  ageUntreated: -6.087,
  smoker: 0.691,
  diabetes: 0.874,
  mean: 86.61,
  survival: 0.9533,
};
const WHITE_MEN: Equation = {
  age: 12.344,
  total: 11.853,
  ageTotal: -2.664,
  hdl: -7.99,
  ageHdl: 1.769,
  treated: 1.797,
  untreated: 1.764,
  smoker: 7.837,
  ageSmoker: -1.795,
  diabetes: 0.658,
  mean: 61.18,
  survival: 0.9144,
};
const BLACK_MEN: Equation = {
  age: 2.469,
  total: 0.302,
  hdl: -0.307,
  treated: 1.916,
  untreated: 1.809,
  smoker: 0.549,
  diabetes: 0.645,
  mean: 19.54,
  survival: 0.8954,
};

export interface PooledCohortPatient {
  readonly age: number;
  readonly sex: 'M' | 'F';
  readonly black: boolean;
  /** mg/dL */
  readonly total: number;
  /** mg/dL */
  readonly hdl: number;
  /** mmHg */
  readonly systolicBp: number;
  readonly treated: boolean;
  readonly smokes: boolean;
  readonly diabetes: boolean;
}

/**
 * 10-year risk, 0..1, of a first hard atherosclerotic event by the pooled cohort equations of 2013.
 * Goff et al., doi:10.1161/01.cir.0000437741.48606.98, appendix 7, table A.
 */
export function pooledCohortRisk(p: PooledCohortPatient): number {
  const women = p.black ? BLACK_WOMEN : WHITE_WOMEN;
  const men = p.black ? BLACK_MEN : WHITE_MEN;
  const e = p.sex === 'F' ? women : men;
  const age = Math.log(p.age);
  const pressure = p.treated
    ? e.treated + (e.ageTreated ?? 0) * age
    : e.untreated + (e.ageUntreated ?? 0) * age;
  const sum =
    e.age * age +
    (e.ageSquared ?? 0) * age ** 2 +
    (e.total + (e.ageTotal ?? 0) * age) * Math.log(p.total) +
    (e.hdl + (e.ageHdl ?? 0) * age) * Math.log(p.hdl) +
    pressure * Math.log(p.systolicBp) +
    (e.smoker + (e.ageSmoker ?? 0) * age) * indicator(p.smokes) +
    e.diabetes * indicator(p.diabetes);
  return hazardRisk(e.survival, sum - e.mean);
}

const action = (text: string) => ({
  text,
  source: '2019 ACC/AHA primary prevention guideline, 10.1161/CIR.0000000000000678',
});

const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Low risk (below 5 %).',
    action: action('Emphasise lifestyle.'),
  },
  {
    id: 'borderline',
    from: 5,
    interpretation: 'Borderline risk (5 to below 7.5 %).',
    action: action('With risk enhancers, discuss a moderate-intensity statin.'),
  },
  {
    id: 'intermediate',
    from: 7.5,
    interpretation: 'Intermediate risk (7.5 to below 20 %).',
    action: action(
      'Moderate-intensity statin (LDL cholesterol down by 30–49 %) if enhancers favour it; coronary ' +
        'calcium score where undecided.',
    ),
  },
  {
    id: 'high',
    from: 20,
    interpretation: 'High risk (20 % or more).',
    action: action('Start a statin to lower LDL cholesterol by half or more.'),
  },
];

/** 10-year risk of coronary death, infarction or stroke (pooled cohort equations 2013). */
export const ascvdPce = defineScore({
  id: 'ascvd_pce',
  name: 'ASCVD risk, pooled cohort equations 2013',
  aliases: [
    'ascvd',
    'pooled_cohort_equations',
    'pce',
    'ascvd_risk',
    'ascvd_10_year_risk',
    'ascvd_2013',
    'acc_aha_ascvd',
  ],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the 10-year risk of a first coronary death, infarction or stroke.',
  population: 'Adults of 40 to 79 years without atherosclerotic disease (United States)',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 40, max: 79, cuts: yearsOf(41, 78) }),
    sex: sex(),
    black_race: flag('black_race', { help: 'everybody else has the equations for White people' }),
    total_cholesterol: quantity('total_cholesterol', { min: 130, max: 320 }),
    hdl_cholesterol: quantity('hdl_cholesterol', { min: 20, max: 100 }),
    systolic_bp: quantity('systolic_bp', { min: 90, max: 200 }),
    antihypertensive_treatment: flag('antihypertensive_treatment'),
    current_smoker: flag('current_smoker'),
    diabetes: flag('diabetes'),
    ...ESTABLISHED_DISEASE,
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Goff DC et al. 2013 ACC/AHA guideline on the assessment of cardiovascular risk: a report ' +
        'of the American College of Cardiology/American Heart Association task force',
      doi: '10.1161/01.cir.0000437741.48606.98',
      year: 2013,
    },
    {
      title:
        'Arnett DK et al. 2019 ACC/AHA guideline on the primary prevention of cardiovascular disease',
      doi: '10.1161/CIR.0000000000000678',
      year: 2019,
    },
  ],
  refuses: (v) => refuseEstablished(v) ?? refuseHdl(v),
  compute(v) {
    const probability = pooledCohortRisk({
      age: v.age,
      sex: v.sex,
      black: v.black_race,
      total: v.total_cholesterol,
      hdl: v.hdl_cholesterol,
      systolicBp: v.systolic_bp,
      treated: v.antihypertensive_treatment,
      smokes: v.current_smoker,
      diabetes: v.diabetes,
    });
    const outcome = 'first coronary death, infarction or stroke';
    return percentRisk(probability, outcome, '10 years', CATEGORIES);
  },
});
