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
      interpretation: 'Low probability (0 to 1); PE unlikely (two levels: 0 to 2).',
      action: {
        text: 'D-dimer; a negative one rules pulmonary embolism out.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate probability (2 to 4); two levels: PE likely from 3 on.',
      action: {
        text: 'D-dimer; a negative one rules pulmonary embolism out.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High probability (5 and above); PE likely.',
      action: {
        text: 'CT pulmonary angiography without D-dimer; anticoagulate meanwhile.',
        source: ESC_PE_2019,
      },
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
    const sum = sumOf({
      age: age(v.age),
      prior_vte: pointsIf(v.prior_vte),
      surgery_or_fracture_within_1_month: pointsIf(v.surgery_or_fracture_within_1_month),
      active_cancer: pointsIf(v.active_cancer),
      unilateral_leg_pain: pointsIf(v.unilateral_leg_pain),
      hemoptysis: pointsIf(v.hemoptysis),
      heart_rate: pulse(v.heart_rate),
      leg_tenderness_and_edema: pointsIf(v.leg_tenderness_and_edema),
    });
    const twoLevel = sum.value >= 3 ? 'likely' : 'unlikely';
    return { ...sum, derived: [{ name: 'two_level', value: twoLevel }] };
  },
});
