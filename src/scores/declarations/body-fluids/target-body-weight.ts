import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

export const targetBodyWeight = defineScore({
  id: 'target_body_weight',
  name: 'Body weight at a target BMI',
  aliases: ['target_weight', 'weight_at_bmi'],
  group: 'body and fluids',
  purpose: 'Weight that a person of this height has at a chosen body mass index.',
  population: 'Adults',
  unit: 'kg',
  decimals: 1,
  inputs: {
    height: quantity('height', { monotone: 'rising' }),
    target_bmi: ownQuantity('Target body mass index', 'kg/m2', [10, 60], 0.1, {
      monotone: 'rising',
    }),
  },
  categories: [
    { id: 'weight', from: 0, interpretation: 'The weight at the body mass index that was chosen.' },
  ],
  references: [
    {
      title: 'WHO. Obesity: preventing and managing the global epidemic. Technical report 894',
      url: 'https://iris.who.int/handle/10665/42330',
      year: 2000,
    },
  ],
  compute: ({ height, target_bmi }) => ({
    value: rounded(target_bmi * (height / 100) ** 2, 2),
  }),
});
