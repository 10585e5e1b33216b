import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ACTIVE_CANCER, EARLIER_BLEEDING } from './shared-inputs.js';

const age = stepsFrom(0, [60, 1.5]);
const MIN_HEMOGLOBIN = { M: 13, F: 12 } as const;
const UNCONTROLLED_SYSTOLIC = 140;

/** Bleeding on long anticoagulation after venous thromboembolism (Klok 2016). */
export const vteBleed = defineScore({
  id: 'vte_bleed',
  name: 'VTE-BLEED score',
  group: 'thrombosis and bleeding',
  purpose: 'Finds patients at high risk of bleeding on anticoagulation after the first 30 days.',
  population: 'Adults on stable anticoagulation for venous thromboembolism',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 9 },
  inputs: {
    active_cancer: ACTIVE_CANCER,
    sex: sex(),
    systolic_bp: quantity('systolic_bp', {
      help: 'At 140 mmHg and above hypertension is uncontrolled; counts in men only.',
      cuts: [UNCONTROLLED_SYSTOLIC],
      monotone: 'rising',
      optional: true,
    }),
    hemoglobin: quantity('hemoglobin', { cuts: [12, 13], monotone: 'falling' }),
    earlier_bleeding: EARLIER_BLEEDING,
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    creatinine_clearance_below_60: ownFlag('Creatinine clearance below 60 mL/min (30 to 60)'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Below 2 points: low risk of bleeding.' },
    { id: 'high', from: 2, interpretation: '2 points or more: high risk of bleeding.' },
  ],
  references: [
    {
      title: 'Klok FA et al. Prediction of bleeding events in patients with VTE on anticoagulation',
      doi: '10.1183/13993003.00280-2016',
      year: 2016,
    },
  ],
  alsoNeeds: (v) => (v.sex === 'F' ? [] : ['systolic_bp']),
  compute: (v) =>
    sumOf({
      active_cancer: pointsIf(v.active_cancer, 2),
      systolic_bp: pointsIf(v.sex === 'M' && (v.systolic_bp ?? 0) >= UNCONTROLLED_SYSTOLIC),
      hemoglobin: pointsIf(v.hemoglobin < MIN_HEMOGLOBIN[v.sex], 1.5),
      earlier_bleeding: pointsIf(v.earlier_bleeding, 1.5),
      age: age(v.age),
      creatinine_clearance_below_60: pointsIf(v.creatinine_clearance_below_60, 1.5),
    }),
});
