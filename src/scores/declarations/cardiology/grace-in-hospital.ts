import { ownFlag, quantity } from '../../input.js';
import { logistic } from '../../logistic.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import {
  ELEVATED_CARDIAC_MARKERS,
  ESC_ACS_2023,
  KILLIP_CLASS,
  ST_DEVIATION,
} from './shared-inputs.js';

const age = stepsFrom(0, [30, 8], [40, 25], [50, 41], [60, 58], [70, 75], [80, 91], [90, 100]);
const pulse = stepsFrom(0, [50, 3], [70, 9], [90, 15], [110, 24], [150, 38], [200, 46]);
const systolic = stepsFrom(58, [80, 53], [100, 43], [120, 34], [140, 24], [160, 10], [200, 0]);
const creatinineBands = stepsFrom(1, [0.4, 4], [0.8, 7], [1.2, 10], [1.6, 13], [2, 21], [4, 28]);
/**
 * Serum creatinine, mg/dL, in hundredths as the bands are printed. By the factor 88.4 of the paper 106
 * and 141 µmol/L, where bands begin, are 1.20 and 1.60 mg/dL; by the molar mass 141 is 1.59499.
 */
export const graceCreatinine = (mgPerDl: number) => rounded(mgPerDl + 0.0001, 2);
const creatinine = (mgPerDl: number) => creatinineBands(graceCreatinine(mgPerDl));
const KILLIP_POINTS = { '1': 0, '2': 20, '3': 39, '4': 59 } as const;

interface Presentation {
  /** a */
  readonly age: number;
  /** /min */
  readonly heart_rate: number;
  /** mm[Hg] */
  readonly systolic_bp: number;
  /** mg/dL */
  readonly creatinine: number;
  readonly killip_class: '1' | '2' | '3' | '4';
  readonly cardiac_arrest_at_admission: boolean;
  readonly elevated_cardiac_markers: boolean;
  readonly st_deviation: boolean;
}

/**
 * Probability (0..1) of death in hospital after an acute coronary syndrome: the logistic model behind
 * the points, with the coefficients that the GRACE coordinating centre published ("Methods and formulas
 * used to calculate the GRACE risk scores", Granger 2003, doi:10.1001/archinte.163.19.2345).
 */
export function graceInHospitalDeath(v: Presentation): number {
  const xb =
    -7.7035 +
    0.0531 * v.age +
    0.0087 * v.heart_rate -
    0.0168 * v.systolic_bp +
    0.1823 * v.creatinine +
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: the coefficient as published
    0.6931 * Number(v.killip_class) +
    1.4586 * Number(v.cardiac_arrest_at_admission) +
    0.47 * Number(v.elevated_cardiac_markers) +
    0.8755 * Number(v.st_deviation);
  return logistic(xb);
}

/** GRACE points at admission (Granger 2003). */
export const graceInHospital = defineScore({
  id: 'grace_in_hospital',
  name: 'GRACE score, death in hospital',
  aliases: ['grace', 'grace_score', 'grace_acs', 'grace_acs_risk'],
  group: 'cardiology',
  purpose: 'Estimates death in hospital after an acute coronary syndrome from eight findings.',
  population: 'Adults admitted with an acute coronary syndrome, with or without ST elevation',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 372 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'falling' }),
    creatinine: quantity('creatinine', { cuts: creatinineBands.cuts, monotone: 'rising' }),
    killip_class: KILLIP_CLASS,
    cardiac_arrest_at_admission: ownFlag('Cardiac arrest at admission'),
    st_deviation: ST_DEVIATION,
    elevated_cardiac_markers: ELEVATED_CARDIAC_MARKERS,
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk (up to 108 points): below 1 % of this third of the registry died.',
    },
    {
      id: 'intermediate',
      from: 109,
      interpretation:
        'Intermediate risk (109 to 140 points): 1 to 3 % of this third of the registry died.',
    },
    {
      id: 'high',
      from: 141,
      interpretation:
        'High risk (above 140 points): more than 3 % of this third of the registry died.',
      action: {
        text: 'Without ST elevation: consider early invasive angiography, within 24 hours.',
        source: ESC_ACS_2023,
      },
    },
  ],
  references: [
    {
      title: 'Granger CB et al. Predictors of hospital mortality in the GRACE registry',
      doi: '10.1001/archinte.163.19.2345',
      year: 2003,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      heart_rate: pulse(v.heart_rate),
      systolic_bp: systolic(v.systolic_bp),
      creatinine: creatinine(v.creatinine),
      killip_class: KILLIP_POINTS[v.killip_class],
      cardiac_arrest_at_admission: pointsIf(v.cardiac_arrest_at_admission, 39),
      st_deviation: pointsIf(v.st_deviation, 28),
      elevated_cardiac_markers: pointsIf(v.elevated_cardiac_markers, 14),
    });
    return {
      value,
      points,
      risk: {
        outcome: 'death, by the logistic model behind the points',
        probability: graceInHospitalDeath(v),
        horizon: 'in hospital',
      },
    };
  },
});
