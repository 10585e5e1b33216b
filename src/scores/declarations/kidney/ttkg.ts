import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { urinePotassium } from './urine-potassium.js';

export const ttkg = defineScore({
  id: 'ttkg',
  name: 'Transtubular potassium gradient',
  aliases: ['transtubular_potassium_gradient'],
  group: 'kidney',
  purpose:
    'Estimates the secretion of potassium in the collecting duct: (urine K / serum K) / (urine ' +
    'osmolality / serum osmolality).',
  population: 'Hypo- or hyperkalaemia with urine osmolality above that of serum and urine Na > 25',
  unit: '1',
  decimals: 1,
  inputs: {
    urine_potassium: urinePotassium('rising'),
    potassium: quantity('potassium', { monotone: 'falling' }),
    urine_osmolality: ownQuantity('Urine osmolality', 'mosm/kg', [20, 1500], 1, {
      monotone: 'falling',
    }),
    serum_osmolality: quantity('serum_osmolality', { monotone: 'rising' }),
    urine_sodium: quantity('urine_sodium', { cuts: [25], optional: true }),
  },
  categories: [
    {
      id: 'not valid',
      interpretation:
        'The conditions of the index are not met (urine osmolality above serum, urine sodium above ' +
        '25 mmol/L): do not read it.',
    },
    {
      id: 'loss outside the kidney',
      interpretation: 'Hypokalaemia with a gradient below 3: the kidney saves potassium.',
    },
    {
      id: 'kidney loss',
      interpretation: 'Hypokalaemia with a gradient of 3 or more: the kidney loses potassium.',
    },
    {
      id: 'low secretion',
      interpretation:
        'Hyperkalaemia with a gradient below 7: too little aldosterone or no response to it.',
    },
    {
      id: 'appropriate secretion',
      interpretation:
        'Hyperkalaemia with a gradient of 7 or more: the kidney responds; think of load or shift.',
    },
    {
      id: 'normal potassium',
      from: 0,
      interpretation: 'Potassium is normal; about 8 to 9 on a usual diet.',
    },
  ],
  references: [
    {
      title:
        'Ethier JH et al. The transtubular potassium concentration in patients with hypokalemia and ' +
        'hyperkalemia',
      doi: '10.1016/s0272-6386(12)80076-x',
      year: 1990,
    },
    {
      title:
        'Choi MJ, Ziyadeh FN. The utility of the transtubular potassium gradient in the evaluation ' +
        'of hyperkalemia',
      doi: '10.1681/ASN.2007091017',
      year: 2008,
    },
  ],
  compute(v) {
    const value = rounded(
      (v.urine_potassium * v.serum_osmolality) / (v.potassium * v.urine_osmolality),
      2,
    );
    const valid =
      v.urine_osmolality > v.serum_osmolality &&
      (v.urine_sodium === undefined || v.urine_sodium > 25);
    const low = value < 3 ? 'loss outside the kidney' : 'kidney loss';
    const high = value < 7 ? 'low secretion' : 'appropriate secretion';
    const normal = 'normal potassium';
    const reading = v.potassium < 3.5 ? low : v.potassium > 5 ? high : normal;
    return {
      value,
      category: valid ? reading : 'not valid',
      warnings: [
        'Its authors no longer advise it (Kamel and Halperin 2011): the urea that is recycled in ' +
          'the medulla breaks its assumption.',
      ],
    };
  },
});
