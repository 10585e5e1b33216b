import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { urinePotassium } from './urine-potassium.js';

export const urineAnionGap = defineScore({
  id: 'urine_anion_gap',
  name: 'Urine anion gap',
  aliases: ['uag', 'urinary_anion_gap'],
  group: 'kidney',
  purpose:
    'Determines whether the kidney excretes ammonium in a normal anion gap metabolic acidosis: sodium + ' +
    'potassium − chloride of the urine.',
  population: 'Normal anion gap (hyperchloraemic) metabolic acidosis',
  unit: 'mmol/L',
  decimals: 0,
  range: { min: -400, max: 700 },
  inputs: {
    urine_sodium: quantity('urine_sodium', { monotone: 'rising' }),
    urine_potassium: urinePotassium('rising'),
    urine_chloride: ownQuantity('Urine chloride', 'mmol/L', [1, 400], 1, {
      like: 'chloride',
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'negative',
      from: -400,
      interpretation:
        'Negative: ammonium is excreted, as in loss of bicarbonate by the gut (diarrhoea) or ' +
        'proximal renal tubular acidosis.',
    },
    {
      id: 'positive',
      from: 0,
      interpretation:
        'Not negative: too little ammonium is excreted, as in distal renal tubular acidosis or ' +
        'hypoaldosteronism.',
    },
  ],
  references: [
    {
      title:
        'Batlle DC et al. The use of the urinary anion gap in the diagnosis of hyperchloremic ' +
        'metabolic acidosis',
      doi: '10.1056/NEJM198803103181002',
      year: 1988,
    },
  ],
  compute({ urine_sodium, urine_potassium, urine_chloride }) {
    return {
      value: rounded(urine_sodium + urine_potassium - urine_chloride, 1),
      warnings:
        urine_sodium < 20
          ? ['A urine sodium below 20 mmol/L makes the urine anion gap unreliable.']
          : [],
    };
  },
});
