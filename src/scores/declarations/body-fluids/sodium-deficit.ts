import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { ADROGUE_HYPONATREMIA, BODY_WATER_INPUTS, totalBodyWater } from './total-body-water.js';

export const sodiumDeficit = defineScore({
  id: 'sodium_deficit',
  name: 'Sodium deficit',
  aliases: ['sodium_deficit_in_hyponatremia'],
  group: 'body and fluids',
  purpose: 'Sodium that brings its concentration to a target: body water · (target − sodium).',
  population: 'Hypovolaemic hyponatraemia',
  unit: 'mmol',
  decimals: 0,
  inputs: {
    ...BODY_WATER_INPUTS,
    sodium: quantity('sodium', { monotone: 'falling' }),
    target_sodium: ownQuantity('Target sodium', 'mmol/L', [90, 150], 1, {
      like: 'sodium',
      monotone: 'rising',
    }),
  },
  categories: [
    { id: 'none', interpretation: 'Sodium is not below the target.' },
    {
      id: 'deficit',
      from: 0,
      interpretation: 'Sodium deficit, without ongoing losses.',
      action: {
        text:
          'Raise sodium by no more than 10 mmol/L in the first 24 hours and 8 in each 24 hours ' +
          'after; measure it often.',
        source: 'European guideline on hyponatraemia 2014, 10.1530/EJE-13-1020',
      },
    },
  ],
  references: [
    ADROGUE_HYPONATREMIA,
    {
      title:
        'Spasovski G et al. Clinical practice guideline on diagnosis and treatment of hyponatraemia',
      doi: '10.1530/EJE-13-1020',
      year: 2014,
    },
  ],
  compute({ age, sex: sexAtBirth, weight, sodium, target_sodium }) {
    const water = totalBodyWater(weight, age, sexAtBirth);
    const value = rounded(water * (target_sodium - sodium), 1);
    return {
      value,
      category: value > 0 ? 'deficit' : 'none',
      derived: [{ name: 'total_body_water', value: rounded(water, 1), unit: 'L' }],
      warnings:
        target_sodium - sodium > 10
          ? ['The target is more than 10 mmol/L away: too much for one day.']
          : [],
    };
  },
});
