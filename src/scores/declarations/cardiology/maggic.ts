import { choice, flag, ownFlag, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, type Steps, stepsFrom, sumOf } from '../../score.js';

/** mg/dL × 88.4 = µmol/L; the published bands are of whole µmol/L. */
const UMOL_PER_MG = 88.4;
const UMOL_BANDS = stepsFrom(
  0,
  [90, 1],
  [110, 2],
  [130, 3],
  [150, 4],
  [170, 5],
  [210, 6],
  [250, 8],
);
const creatinine = (mgPerDl: number) => UMOL_BANDS(Math.round(mgPerDl * UMOL_PER_MG));
const CREATININE_CUTS = UMOL_BANDS.cuts.map(
  (umol) => Math.ceil(((umol - 0.5) / UMOL_PER_MG) * 100) / 100,
);

const ejection = stepsFrom(7, [20, 6], [25, 5], [30, 3], [35, 2], [40, 0]);
const bmiBands = stepsFrom(6, [15, 5], [20, 3], [25, 2], [30, 0]);
/** Calculated from weight and height, 30 may come out as 29.9999999. */
const bmi = (kgPerM2: number) => bmiBands(rounded(kgPerM2, 2));
const tier = stepsFrom(0, [30, 1], [40, 2]);
/** By tier of the ejection fraction: below 30, 30–39, 40 and above. */
const AGE: readonly Steps[] = [
  stepsFrom(0, [55, 1], [60, 2], [65, 4], [70, 6], [75, 8], [80, 10]),
  stepsFrom(0, [55, 2], [60, 4], [65, 6], [70, 8], [75, 10], [80, 13]),
  stepsFrom(0, [55, 3], [60, 5], [65, 7], [70, 9], [75, 12], [80, 15]),
];
const SYSTOLIC: readonly Steps[] = [
  stepsFrom(5, [110, 4], [120, 3], [130, 2], [140, 1], [150, 0]),
  stepsFrom(3, [110, 2], [120, 1], [140, 0]),
  stepsFrom(2, [110, 1], [130, 0]),
];
const NYHA = { '1': 0, '2': 2, '3': 6, '4': 8 } as const;

/** Pocock 2013, death within one and three years by points 0 to 50. */
const ONE_YEAR = [
  0.015, 0.016, 0.018, 0.02, 0.022, 0.024, 0.027, 0.029, 0.032, 0.036, 0.039, 0.043, 0.048, 0.052,
  0.058, 0.063, 0.07, 0.077, 0.084, 0.093, 0.102, 0.111, 0.122, 0.134, 0.147, 0.16, 0.175, 0.191,
  0.209, 0.227, 0.248, 0.269, 0.292, 0.316, 0.342, 0.369, 0.398, 0.427, 0.458, 0.49, 0.523, 0.557,
  0.591, 0.625, 0.659, 0.692, 0.725, 0.757, 0.787, 0.816, 0.842,
];
const THREE_YEARS = [
  0.039, 0.043, 0.048, 0.052, 0.058, 0.063, 0.07, 0.077, 0.084, 0.092, 0.102, 0.111, 0.122, 0.134,
  0.146, 0.16, 0.175, 0.191, 0.209, 0.227, 0.247, 0.269, 0.292, 0.316, 0.342, 0.369, 0.397, 0.427,
  0.458, 0.49, 0.523, 0.556, 0.59, 0.625, 0.658, 0.692, 0.725, 0.756, 0.787, 0.815, 0.842, 0.866,
  0.889, 0.908, 0.926, 0.941, 0.953, 0.964, 0.973, 0.98, 0.985,
];

function outlook(value: number) {
  const one = ONE_YEAR[value];
  const three = THREE_YEARS[value];
  if (one === undefined || three === undefined) {
    return { warnings: ['the published tables of mortality end at 50 points'] };
  }
  return {
    risk: { outcome: 'death', probability: one, horizon: '1 year' },
    derived: [{ name: 'three_year_mortality', value: three, unit: '1' }],
  };
}

/** One- and three-year mortality of heart failure (Pocock 2013). */
export const maggic = defineScore({
  id: 'maggic',
  name: 'MAGGIC heart failure risk score',
  aliases: ['maggic_score'],
  group: 'cardiology',
  purpose: 'Estimates death within one and three years in heart failure of any ejection fraction.',
  population: 'Adults with heart failure',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 57 },
  inputs: {
    ejection_fraction: quantity('ejection_fraction', { cuts: ejection.cuts }),
    age: quantity('age', { min: 18, cuts: AGE[0]?.cuts ?? [], monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', {
      cuts: SYSTOLIC[0]?.cuts ?? [],
      monotone: 'falling',
    }),
    bmi: quantity('bmi', { cuts: bmiBands.cuts, monotone: 'falling' }),
    creatinine: quantity('creatinine', { cuts: CREATININE_CUTS, monotone: 'rising' }),
    nyha_class: choice('NYHA class', { '1': 'I', '2': 'II', '3': 'III', '4': 'IV' }),
    sex: sex(),
    current_smoker: flag('current_smoker'),
    diabetes: flag('diabetes'),
    copd: flag('copd'),
    heart_failure_over_18_months: ownFlag('Heart failure diagnosed 18 months ago or earlier'),
    beta_blocker: ownFlag('Takes a beta-blocker'),
    ace_inhibitor_or_arb: ownFlag('Takes an ACE inhibitor or angiotensin receptor blocker'),
  },
  categories: [
    { id: 'group 1', from: 0, interpretation: 'Lowest of six risk groups (0 to 16 points).' },
    { id: 'group 2', from: 17, interpretation: 'Second of six risk groups (17 to 20 points).' },
    { id: 'group 3', from: 21, interpretation: 'Third of six risk groups (21 to 24 points).' },
    { id: 'group 4', from: 25, interpretation: 'Fourth of six risk groups (25 to 28 points).' },
    { id: 'group 5', from: 29, interpretation: 'Fifth of six risk groups (29 to 32 points).' },
    { id: 'group 6', from: 33, interpretation: 'Highest of six risk groups (33 points or more).' },
  ],
  references: [
    {
      title: 'Pocock SJ et al. Predicting survival in heart failure: a score from 39 372 patients',
      doi: '10.1093/eurheartj/ehs337',
      year: 2013,
    },
    {
      title: 'Rich JD et al. MAGGIC heart failure risk score: validation in preserved EF',
      doi: '10.1161/JAHA.118.009594',
      year: 2018,
    },
  ],
  compute(v) {
    const column = tier(v.ejection_fraction);
    const { value, points } = sumOf({
      ejection_fraction: ejection(v.ejection_fraction),
      age: AGE[column]?.(v.age) ?? 0,
      systolic_bp: SYSTOLIC[column]?.(v.systolic_bp) ?? 0,
      bmi: bmi(v.bmi),
      creatinine: creatinine(v.creatinine),
      nyha_class: NYHA[v.nyha_class],
      sex: pointsIf(v.sex === 'M'),
      current_smoker: pointsIf(v.current_smoker),
      diabetes: pointsIf(v.diabetes, 3),
      copd: pointsIf(v.copd, 2),
      heart_failure_over_18_months: pointsIf(v.heart_failure_over_18_months, 2),
      beta_blocker: pointsIf(!v.beta_blocker, 3),
      ace_inhibitor_or_arb: pointsIf(!v.ace_inhibitor_or_arb),
    });
    return { value, points, ...outlook(value) };
  },
});
