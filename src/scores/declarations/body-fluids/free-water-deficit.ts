import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { ADROGUE_HYPERNATREMIA, BODY_WATER_INPUTS, totalBodyWater } from './total-body-water.js';

const NORMAL_SODIUM = 140;

export const freeWaterDeficit = defineScore({
  id: 'free_water_deficit',
  name: 'Free water deficit',
  aliases: ['water_deficit', 'free_water_deficit_in_hypernatremia'],
  group: 'body and fluids',
  purpose:
    'Water that brings sodium back to 140 mmol/L: body water · (sodium / 140 − 1), without losses.',
  population: 'Hypernatraemia',
  unit: 'L',
  decimals: 2,
  inputs: {
    ...BODY_WATER_INPUTS,
    sodium: quantity('sodium', { monotone: 'rising' }),
  },
  categories: [
    { id: 'none', interpretation: 'Sodium is not above 140 mmol/L: there is no deficit to give.' },
    {
      id: 'deficit',
      from: 0,
      interpretation: 'Water deficit, without ongoing losses.',
      action: {
        text:
          'Give it slowly in addition to ongoing losses; in chronic hypernatraemia let sodium fall by no ' +
          'more than 10 mmol/L a day; measure sodium often.',
        source: 'Adrogué and Madias 2000, 10.1056/NEJM200005183422006',
      },
    },
  ],
  references: [ADROGUE_HYPERNATREMIA],
  compute({ age, sex: sexAtBirth, weight, sodium }) {
    const water = totalBodyWater(weight, age, sexAtBirth);
    const value = rounded(water * (sodium / NORMAL_SODIUM - 1), 2);
    return {
      value,
      category: value > 0 ? 'deficit' : 'none',
      derived: [{ name: 'total_body_water', value: rounded(water, 1), unit: 'L' }],
    };
  },
});
