import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { BSA_FORMULAS, DU_BOIS } from './bsa-formulas.js';
import { roundTo } from './round-to.js';

export const bsaDuBois = defineScore({
  id: 'bsa_du_bois',
  name: 'Body surface area (Du Bois)',
  aliases: ['du_bois', 'dubois'],
  group: 'body and fluids',
  purpose: 'Surface of the body by the oldest formula, used to index cardiac measurements.',
  population: 'Adults; it underestimates in obesity and in infants',
  unit: 'm2',
  decimals: 2,
  inputs: {
    weight: quantity('weight', { monotone: 'rising' }),
    height: quantity('height', { monotone: 'rising' }),
  },
  categories: [
    { id: 'area', from: 0, interpretation: 'About 1.6 m² in women and 1.9 m² in men on average.' },
  ],
  references: [DU_BOIS],
  compute: ({ weight, height }) => ({
    value: roundTo(BSA_FORMULAS.du_bois(weight, height), 3),
  }),
});
