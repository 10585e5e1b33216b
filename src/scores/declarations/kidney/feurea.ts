import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { fractionalExcretion } from './fena.js';

export const feurea = defineScore({
  id: 'feurea',
  name: 'Fractional excretion of urea',
  aliases: ['fractional_excretion_of_urea', 'fe_urea', 'feun'],
  group: 'kidney',
  purpose:
    'Helps to distinguish a prerenal from a tubular cause of acute kidney injury, also under diuretics.',
  population: 'Acute kidney injury, with or without diuretics',
  unit: '%',
  decimals: 1,
  inputs: {
    urine_urea: quantity('urine_urea', { monotone: 'rising' }),
    bun: quantity('bun', { monotone: 'falling' }),
    urine_creatinine: quantity('urine_creatinine', { monotone: 'falling' }),
    creatinine: quantity('creatinine', { monotone: 'rising' }),
  },
  categories: [
    {
      id: 'prerenal',
      from: 0,
      interpretation: '35 % or less: the kidney saves urea, as in prerenal injury.',
    },
    {
      id: 'indeterminate',
      interpretation: 'Above 35 to 50 %: does not determine the cause.',
    },
    {
      id: 'intrinsic',
      interpretation: 'Above 50 %: as in acute tubular necrosis.',
    },
  ],
  references: [
    {
      title:
        'Carvounis CP et al. Significance of the fractional excretion of urea in the differential ' +
        'diagnosis of acute renal failure',
      doi: '10.1046/j.1523-1755.2002.00683.x',
      year: 2002,
    },
  ],
  compute({ urine_urea, bun, urine_creatinine, creatinine }) {
    const value = rounded(fractionalExcretion(urine_urea, bun, urine_creatinine, creatinine), 1);
    return {
      value,
      category: value <= 35 ? 'prerenal' : value <= 50 ? 'indeterminate' : 'intrinsic',
      warnings:
        value > 150
          ? ['So high a value is hardly possible: check the units of the four values.']
          : [],
    };
  },
});
