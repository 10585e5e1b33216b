import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { fractionalExcretion } from './fena.js';

/** The part of serum magnesium that is not bound to protein and is filtered. */
const FILTERED_PART = 0.7;

export const feMagnesium = defineScore({
  id: 'fe_magnesium',
  name: 'Fractional excretion of magnesium',
  aliases: ['femg', 'fractional_excretion_of_magnesium'],
  group: 'kidney',
  purpose: 'Distinguishes renal from other losses of magnesium in hypomagnesaemia.',
  population: 'Hypomagnesaemia with preserved kidney function, before magnesium is given',
  unit: '%',
  decimals: 1,
  inputs: {
    urine_magnesium: ownQuantity('Urine magnesium', 'mg/dL', [0.1, 200], 0.1, {
      like: 'magnesium',
      monotone: 'rising',
    }),
    magnesium: quantity('magnesium', { monotone: 'falling' }),
    urine_creatinine: quantity('urine_creatinine', { monotone: 'falling' }),
    creatinine: quantity('creatinine', { monotone: 'rising' }),
  },
  categories: [
    {
      id: 'kidney saves',
      from: 0,
      interpretation: '2 % or less: the kidney saves magnesium (loss by the gut, low intake).',
    },
    { id: 'indeterminate', interpretation: 'Above 2 to 4 %: the loss may be renal.' },
    {
      id: 'renal wasting',
      interpretation: 'Above 4 %: renal wasting of magnesium (4 to 48 % in the original series).',
    },
  ],
  references: [
    {
      title:
        'Elisaf M et al. Fractional excretion of magnesium in normal subjects and in patients with ' +
        'hypomagnesemia. Magnesium Research 10:315–320',
      url: 'https://pubmed.ncbi.nlm.nih.gov/?term=Elisaf+fractional+excretion+of+magnesium+hypomagnesemia',
      year: 1997,
    },
  ],
  compute({ urine_magnesium, magnesium, urine_creatinine, creatinine }) {
    const value = rounded(
      fractionalExcretion(urine_magnesium, FILTERED_PART * magnesium, urine_creatinine, creatinine),
      2,
    );
    return {
      value,
      category: value <= 2 ? 'kidney saves' : value <= 4 ? 'indeterminate' : 'renal wasting',
    };
  },
});
