import { flag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import {
  ACTIVE_CANCER,
  ESC_PE_2019,
  LEG_TENDERNESS_AND_EDEMA,
  SURGERY_OR_FRACTURE_WITHIN_1_MONTH,
  UNILATERAL_LEG_PAIN,
} from './shared-inputs.js';

/** "Above 65 years", in completed years. */
const age = stepsFrom(0, [66, 1]);
const pulse = stepsFrom(0, [75, 3], [95, 5]);

/** Pre-test probability of pulmonary embolism without judgement (Le Gal 2006). */
export const revisedGeneva = defineScore({
  id: 'revised_geneva',
  name: 'Revised Geneva score',
  aliases: ['geneva', 'geneva_score', 'geneva_revised'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the pre-test probability of pulmonary embolism from objective items.',
  population: 'Adults at the emergency department with suspected pulmonary embolism',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 22 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    prior_vte: flag('prior_vte'),
    surgery_or_fracture_within_1_month: SURGERY_OR_FRACTURE_WITHIN_1_MONTH,
    active_cancer: { ...ACTIVE_CANCER, help: 'Active, or considered cured for less than a year.' },
    unilateral_leg_pain: UNILATERAL_LEG_PAIN,
    hemoptysis: flag('hemoptysis'),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    leg_tenderness_and_edema: LEG_TENDERNESS_AND_EDEMA,
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability: 8 % had pulmonary embolism.',
      action: {
        text: 'D-dimer; a negative one rules pulmonary embolism out.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'intermediate',
      from: 4,
      interpretation: 'Intermediate probability: 28 % had pulmonary embolism.',
      action: {
        text: 'D-dimer; a negative one rules pulmonary embolism out.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'high',
      from: 11,
      interpretation: 'High probability: 74 % had pulmonary embolism.',
      action: {
        text: 'CT pulmonary angiography without D-dimer; anticoagulate meanwhile.',
        source: ESC_PE_2019,
      },
    },
  ],
  references: [
    {
      title: 'Le Gal G et al. Prediction of pulmonary embolism: the revised Geneva score',
      doi: '10.7326/0003-4819-144-3-200602070-00004',
      year: 2006,
    },
  ],
  compute(v) {
    const sum = sumOf({
      age: age(v.age),
      prior_vte: pointsIf(v.prior_vte, 3),
      surgery_or_fracture_within_1_month: pointsIf(v.surgery_or_fracture_within_1_month, 2),
      active_cancer: pointsIf(v.active_cancer, 2),
      unilateral_leg_pain: pointsIf(v.unilateral_leg_pain, 3),
      hemoptysis: pointsIf(v.hemoptysis, 2),
      heart_rate: pulse(v.heart_rate),
      leg_tenderness_and_edema: pointsIf(v.leg_tenderness_and_edema, 4),
    });
    const probability = sum.value >= 11 ? 0.74 : sum.value >= 4 ? 0.28 : 0.08;
    return { ...sum, risk: { outcome: 'pulmonary embolism', probability, horizon: 'now' } };
  },
});
