import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { GENEVA_INPUTS, genevaAge } from './geneva-inputs.js';
import { ANGIOGRAPHY_AT_ONCE, D_DIMER_FIRST } from './shared-inputs.js';

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
  inputs: GENEVA_INPUTS,
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability: 8 % had pulmonary embolism.',
      action: D_DIMER_FIRST,
    },
    {
      id: 'intermediate',
      from: 4,
      interpretation: 'Intermediate probability: 28 % had pulmonary embolism.',
      action: D_DIMER_FIRST,
    },
    {
      id: 'high',
      from: 11,
      interpretation: 'High probability: 74 % had pulmonary embolism.',
      action: ANGIOGRAPHY_AT_ONCE,
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
    const { value, points } = sumOf({
      age: genevaAge(v.age),
      prior_vte: pointsIf(v.prior_vte, 3),
      surgery_or_fracture_within_1_month: pointsIf(v.surgery_or_fracture_within_1_month, 2),
      active_cancer: pointsIf(v.active_cancer, 2),
      unilateral_leg_pain: pointsIf(v.unilateral_leg_pain, 3),
      hemoptysis: pointsIf(v.hemoptysis, 2),
      heart_rate: pulse(v.heart_rate),
      leg_tenderness_and_edema: pointsIf(v.leg_tenderness_and_edema, 4),
    });
    const probability = value >= 11 ? 0.74 : value >= 4 ? 0.28 : 0.08;
    return { value, points, risk: { outcome: 'pulmonary embolism', probability, horizon: 'now' } };
  },
});
