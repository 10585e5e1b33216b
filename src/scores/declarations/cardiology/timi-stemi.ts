import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import { KILLIP_CLASS } from './shared-inputs.js';

const age = stepsFrom(0, [65, 2], [75, 3]);
const systolic = stepsFrom(3, [100, 0]);
const pulse = stepsAbove(0, [100, 2]);
const weight = stepsFrom(1, [67, 0]);
const ONE_OF_THREE =
  'One point for diabetes, hypertension or angina: one that is present is enough.';

/** Morrow 2000: death within 30 days by points 0 to 8, then above 8. */
const MORTALITY = [0.008, 0.016, 0.022, 0.044, 0.073, 0.124, 0.161, 0.234, 0.268];
const MORTALITY_ABOVE_8 = 0.359;

/** Thirty-day mortality of infarction with ST elevation. */
export const timiStemi = defineScore({
  id: 'timi_stemi',
  name: 'TIMI risk score for STEMI',
  aliases: ['timi_risk_score_stemi'],
  group: 'cardiology',
  purpose: 'Estimates the 30-day mortality of infarction with ST elevation.',
  population: 'Adults with ST-elevation infarction who are eligible for reperfusion',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 14 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    diabetes: { ...flag('diabetes', { help: ONE_OF_THREE }), optional: true },
    hypertension: { ...flag('hypertension', { help: ONE_OF_THREE }), optional: true },
    angina_history: {
      ...ownFlag('Angina before this infarction', { fixed: true, help: ONE_OF_THREE }),
      optional: true,
    },
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'falling' }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    killip_class: KILLIP_CLASS,
    weight: quantity('weight', { cuts: weight.cuts, monotone: 'falling' }),
    anterior_st_elevation_or_lbbb: ownFlag('Anterior ST elevation or left bundle branch block'),
    time_to_treatment_above_4_hours: ownFlag('More than 4 hours from onset to reperfusion'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: at most 4.4 % died within 30 days.' },
    {
      id: 'intermediate',
      from: 4,
      interpretation: 'Intermediate risk: 7.3 to 16.1 % died within 30 days.',
    },
    { id: 'high', from: 7, interpretation: 'High risk: 23 % or more died within 30 days.' },
  ],
  references: [
    {
      title: 'Morrow DA et al. TIMI risk score for ST-elevation myocardial infarction',
      doi: '10.1161/01.CIR.102.17.2031',
      year: 2000,
    },
  ],
  alsoNeeds: (v) =>
    v.diabetes || v.hypertension || v.angina_history
      ? []
      : ['diabetes', 'hypertension', 'angina_history'],
  compute(v) {
    const history = pointsIf([v.diabetes, v.hypertension, v.angina_history].includes(true));
    const points = {
      age: age(v.age),
      systolic_bp: systolic(v.systolic_bp),
      heart_rate: pulse(v.heart_rate),
      killip_class: pointsIf(v.killip_class !== '1', 2),
      weight: weight(v.weight),
      anterior_st_elevation_or_lbbb: pointsIf(v.anterior_st_elevation_or_lbbb),
      time_to_treatment_above_4_hours: pointsIf(v.time_to_treatment_above_4_hours),
    };
    const value = sumOf(points).value + history;
    return {
      value,
      points,
      derived: [{ name: 'diabetes_hypertension_or_angina_points', value: history }],
      risk: {
        outcome: 'death',
        probability: MORTALITY[value] ?? MORTALITY_ABOVE_8,
        horizon: '30 days',
      },
    };
  },
});
