import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Body mass index in kg/m². */
export function bodyMassIndex(weightKg: number, heightCm: number): number {
  return weightKg / (heightCm / 100) ** 2;
}

export const bmi = defineScore({
  id: 'bmi',
  name: 'Body mass index',
  aliases: ['body_mass_index', 'quetelet_index'],
  group: 'body and fluids',
  purpose: 'Weight for height: weight / height².',
  population: 'Adults, not pregnant; children need percentiles; lower limits hold in Asian people',
  unit: 'kg/m2',
  decimals: 2,
  inputs: {
    weight: quantity('weight', { monotone: 'rising' }),
    height: quantity('height', { monotone: 'falling' }),
  },
  categories: [
    { id: 'underweight', from: 0, interpretation: 'Underweight (below 18.5).' },
    { id: 'normal', from: 18.5, interpretation: 'Normal weight (18.5 to below 25).' },
    { id: 'overweight', from: 25, interpretation: 'Overweight (25 to below 30).' },
    { id: 'obesity 1', from: 30, interpretation: 'Obesity class I (30 to below 35).' },
    { id: 'obesity 2', from: 35, interpretation: 'Obesity class II (35 to below 40).' },
    { id: 'obesity 3', from: 40, interpretation: 'Obesity class III (40 or more).' },
  ],
  references: [
    {
      title: 'WHO. Obesity: preventing and managing the global epidemic. Technical report 894',
      url: 'https://iris.who.int/handle/10665/42330',
      year: 2000,
    },
  ],
  compute: ({ weight, height }) => ({ value: rounded(bodyMassIndex(weight, height), 2) }),
});
