import { adjustedBodyWeight, idealBodyWeight } from '../../../patient-record/chart/body-size.js';
import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { ADULT_SEX_AND_HEIGHT, belowFiveFeet } from './ideal-body-weight.js';

export const adjustedWeight = defineScore({
  id: 'adjusted_body_weight',
  name: 'Adjusted body weight',
  aliases: ['abw', 'adjbw', 'adjusted_weight'],
  group: 'body and fluids',
  purpose: 'Weight for dosing in obesity: the ideal weight and 40 % of the excess.',
  population: 'Adults who weigh more than their ideal body weight',
  unit: 'kg',
  decimals: 1,
  inputs: {
    ...ADULT_SEX_AND_HEIGHT,
    weight: quantity('weight', { min: 10, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'weight',
      from: 0,
      interpretation:
        'A weight for dosing in obesity, by drugs whose label or protocol asks for it.',
    },
  ],
  references: [
    {
      title:
        'Winter MA et al. Impact of various body weights and serum creatinine concentrations on ' +
        'the bias and accuracy of the Cockcroft-Gault equation',
      doi: '10.1002/j.1875-9114.2012.01098.x',
      year: 2012,
    },
    {
      title: 'Pai MP, Paloucek FP. The origin of the "ideal" body weight equations',
      doi: '10.1345/aph.19381',
      year: 2000,
    },
  ],
  compute({ sex: sexAtBirth, height, weight }) {
    const ideal = idealBodyWeight(height, sexAtBirth);
    return {
      value: rounded(adjustedBodyWeight(weight, height, sexAtBirth), 1),
      derived: [
        { name: 'ideal_body_weight', value: rounded(ideal, 1), unit: 'kg' },
        { name: 'percent_of_ideal', value: rounded((100 * weight) / ideal, 0), unit: '%' },
      ],
      warnings: [
        ...(weight < ideal
          ? ['The patient weighs less than the ideal body weight: dose by the actual weight.']
          : []),
        ...belowFiveFeet(height),
      ],
    };
  },
});
