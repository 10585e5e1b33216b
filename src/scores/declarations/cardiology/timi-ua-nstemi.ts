import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import {
  countRiskFactors,
  ELEVATED_CARDIAC_MARKERS,
  ESC_ACS_2023,
  OPTIONAL_CAD_RISK_FACTORS,
  openRiskFactors,
  refuseRiskFactorCount,
  ST_DEVIATION,
} from './shared-inputs.js';

const age = stepsFrom(0, [65, 1]);

/** Antman 2000, test cohort: events within 14 days by points; 0 and 1, 6 and 7 together. */
const EVENTS = [0.047, 0.047, 0.083, 0.132, 0.199, 0.262, 0.409, 0.409];

/** Fourteen-day risk in unstable angina and infarction without ST elevation. */
export const timiUaNstemi = defineScore({
  id: 'timi_ua_nstemi',
  name: 'TIMI risk score for unstable angina and NSTEMI',
  aliases: ['timi', 'timi_nstemi', 'timi_ua', 'timi_risk_score'],
  group: 'cardiology',
  purpose:
    'Estimates the 14-day risk of death, infarction or urgent revascularisation in unstable ' +
    'angina and NSTEMI.',
  population: 'Adults with unstable angina or infarction without ST elevation',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    ...OPTIONAL_CAD_RISK_FACTORS,
    coronary_stenosis_50: ownFlag('Known coronary stenosis of 50 % or more', { fixed: true }),
    aspirin_use: flag('aspirin_use', { help: 'Within the last 7 days.' }),
    severe_angina: ownFlag('Two or more episodes of angina within 24 hours'),
    st_deviation: ST_DEVIATION,
    elevated_cardiac_markers: ELEVATED_CARDIAC_MARKERS,
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: 4.7 to 8.3 % had an event within 14 days.' },
    {
      id: 'intermediate',
      from: 3,
      interpretation: 'Intermediate risk: 13.2 to 19.9 % had an event within 14 days.',
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High risk: 26.2 to 40.9 % had an event within 14 days.',
      action: {
        text: 'Inpatient invasive strategy; early (within 24 h) with dynamic ST change or a GRACE score above 140.',
        source: ESC_ACS_2023,
      },
    },
  ],
  references: [
    {
      title: 'Antman EM et al. The TIMI risk score for unstable angina/non-ST elevation MI',
      doi: '10.1001/jama.284.7.835',
      year: 2000,
    },
  ],
  alsoNeeds: openRiskFactors,
  refuses: refuseRiskFactorCount,
  compute(v) {
    const factors = pointsIf(countRiskFactors(v) >= 3);
    const points = {
      age: age(v.age),
      coronary_stenosis_50: pointsIf(v.coronary_stenosis_50),
      aspirin_use: pointsIf(v.aspirin_use),
      severe_angina: pointsIf(v.severe_angina),
      st_deviation: pointsIf(v.st_deviation),
      elevated_cardiac_markers: pointsIf(v.elevated_cardiac_markers),
    };
    const value = sumOf(points).value + factors;
    return {
      value,
      points,
      derived: [{ name: 'risk_factor_points', value: factors }],
      risk: {
        outcome: 'death, infarction or urgent revascularisation',
        probability: EVENTS[value] ?? 0,
        horizon: '14 days',
      },
    };
  },
});
