import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/**
 * FLI 0–100: 100 · e^z / (1 + e^z), z = 0.953 ln triglycerides (mg/dL) + 0.139 BMI + 0.718 ln GGT
 * (U/L) + 0.053 waist (cm) − 15.745. Bedogni 2006.
 */
export const fattyLiverIndex = defineScore({
  id: 'fatty_liver_index',
  name: 'Fatty liver index',
  aliases: ['fli'],
  group: 'liver and gut',
  purpose: 'Estimates whether the liver is fatty.',
  population: 'Adults',
  unit: '1',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    triglycerides: quantity('triglycerides', { monotone: 'rising' }),
    bmi: quantity('bmi', { monotone: 'rising' }),
    ggt: quantity('ggt', { monotone: 'rising' }),
    waist_circumference: ownQuantity('Waist circumference', 'cm', [40, 250], 1, {
      monotone: 'rising',
    }),
  },
  categories: [
    { id: 'unlikely', from: 0, interpretation: 'Fatty liver is unlikely (below 30).' },
    {
      id: 'indeterminate',
      from: 30,
      interpretation: 'Fatty liver can be neither excluded nor assumed.',
    },
    {
      id: 'likely',
      from: 60,
      interpretation: 'Fatty liver is likely (60 or above).',
      action: { text: 'Ultrasound; estimate fibrosis by FIB-4.', source: 'EASL–EASD–EASO 2016' },
    },
  ],
  references: [
    {
      title:
        'Bedogni G et al. The Fatty Liver Index: a simple and accurate predictor of hepatic ' +
        'steatosis in the general population',
      doi: '10.1186/1471-230X-6-33',
      year: 2006,
    },
  ],
  compute(v) {
    const z =
      0.953 * Math.log(v.triglycerides) +
      0.139 * v.bmi +
      0.718 * Math.log(v.ggt) +
      0.053 * v.waist_circumference -
      15.745;
    return { value: rounded(100 / (1 + Math.exp(-z)), 1) };
  },
});
