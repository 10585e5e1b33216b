import { flag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { EARLIER_BLEEDING } from './shared-inputs.js';

const age = stepsFrom(0, [75, 2]);
const egfr = stepsFrom(3, [30, 0]);
const MIN_HEMOGLOBIN = { M: 13, F: 12 } as const;

/** Major bleeding on warfarin in atrial fibrillation (Fang 2011). */
export const atriaBleeding = defineScore({
  id: 'atria_bleeding',
  name: 'ATRIA bleeding risk score',
  group: 'thrombosis and bleeding',
  purpose: 'Estimates major bleeding on warfarin in atrial fibrillation.',
  population: 'Adults with atrial fibrillation who take warfarin',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    sex: sex(),
    hemoglobin: quantity('hemoglobin', { cuts: [12, 13], monotone: 'falling' }),
    egfr: quantity('egfr', {
      help: 'Not needed on dialysis.',
      cuts: egfr.cuts,
      monotone: 'falling',
      optional: true,
    }),
    dialysis: { ...flag('dialysis', { help: 'Counts as eGFR below 30.' }), optional: true },
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    earlier_bleeding: EARLIER_BLEEDING,
    hypertension: flag('hypertension'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: 0.8 % had a major bleed in a year.' },
    {
      id: 'intermediate',
      from: 4,
      interpretation: 'Intermediate risk: 2.6 % had a major bleed in a year.',
    },
    { id: 'high', from: 5, interpretation: 'High risk: 5.8 % had a major bleed in a year.' },
  ],
  references: [
    {
      title: 'Fang MC et al. A new risk scheme to predict warfarin-associated hemorrhage: ATRIA',
      doi: '10.1016/j.jacc.2011.03.031',
      year: 2011,
    },
  ],
  alsoNeeds: (v) => (v.dialysis ? [] : ['egfr']),
  compute(v) {
    const { value, points } = sumOf({
      hemoglobin: pointsIf(v.hemoglobin < MIN_HEMOGLOBIN[v.sex], 3),
      egfr: v.dialysis ? 3 : egfr(v.egfr ?? 0),
      age: age(v.age),
      earlier_bleeding: pointsIf(v.earlier_bleeding),
      hypertension: pointsIf(v.hypertension),
    });
    const probability = value >= 5 ? 0.058 : value === 4 ? 0.026 : 0.008;
    return { value, points, risk: { outcome: 'major bleeding', probability, horizon: '1 year' } };
  },
});
