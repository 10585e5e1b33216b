import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { GENEVA_INPUTS, genevaAge } from './geneva-inputs.js';
import { ANGIOGRAPHY_AT_ONCE, D_DIMER_FIRST } from './shared-inputs.js';

const pulse = stepsFrom(0, [75, 1], [95, 2]);

/** The Geneva items with one point each (Klok 2008). */
export const simplifiedGeneva = defineScore({
  id: 'simplified_geneva',
  name: 'Simplified Geneva score',
  aliases: ['simplified_revised_geneva'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the pre-test probability of pulmonary embolism with one point per item.',
  population: 'Adults with suspected pulmonary embolism',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: GENEVA_INPUTS,
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability (0 to 1); PE unlikely (two levels: 0 to 2).',
      action: D_DIMER_FIRST,
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate probability (2 to 4); two levels: PE likely from 3 on.',
      action: D_DIMER_FIRST,
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High probability (5 and above); PE likely.',
      action: ANGIOGRAPHY_AT_ONCE,
    },
  ],
  references: [
    {
      title: 'Klok FA et al. Simplification of the revised Geneva score',
      doi: '10.1001/archinte.168.19.2131',
      year: 2008,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: genevaAge(v.age),
      prior_vte: pointsIf(v.prior_vte),
      surgery_or_fracture_within_1_month: pointsIf(v.surgery_or_fracture_within_1_month),
      active_cancer: pointsIf(v.active_cancer),
      unilateral_leg_pain: pointsIf(v.unilateral_leg_pain),
      hemoptysis: pointsIf(v.hemoptysis),
      heart_rate: pulse(v.heart_rate),
      leg_tenderness_and_edema: pointsIf(v.leg_tenderness_and_edema),
    });
    const twoLevel = value >= 3 ? 'likely' : 'unlikely';
    return { value, points, derived: [{ name: 'two_level', value: twoLevel }] };
  },
});
