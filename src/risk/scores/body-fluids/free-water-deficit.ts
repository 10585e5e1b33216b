import { quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { roundTo } from './round-to.js';
import { totalBodyWater, WATER_AGE_CUTS } from './total-body-water.js';

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
    age: quantity('age', { cuts: WATER_AGE_CUTS }),
    sex: sex(),
    weight: quantity('weight'),
    sodium: quantity('sodium', { monotone: 'rising' }),
  },
  categories: [
    { id: 'none', interpretation: 'Sodium is not above 140 mmol/L: there is no deficit to give.' },
    {
      id: 'deficit',
      from: 0,
      interpretation: 'Water lacks beside what is lost from now on.',
      action: {
        text:
          'Give it slowly beside ongoing losses; in chronic hypernatraemia let sodium fall by no ' +
          'more than 10 mmol/L a day; measure sodium often.',
        source: 'Adrogué and Madias 2000, 10.1056/NEJM200005183422006',
      },
    },
  ],
  references: [
    {
      title: 'Adrogué HJ, Madias NE. Hypernatremia',
      doi: '10.1056/NEJM200005183422006',
      year: 2000,
    },
  ],
  compute({ age, sex: sexAtBirth, weight, sodium }) {
    const water = totalBodyWater(weight, age, sexAtBirth);
    const value = roundTo(water * (sodium / NORMAL_SODIUM - 1), 2);
    return {
      value,
      category: value > 0 ? 'deficit' : 'none',
      derived: [{ name: 'total_body_water', value: roundTo(water, 1), unit: 'L' }],
    };
  },
});
