import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { BODY_SURFACE_AREA, BSA_FORMULAS, DU_BOIS } from './bsa-formulas.js';

export const bsaDuBois = defineScore({
  ...BODY_SURFACE_AREA,
  id: 'bsa_du_bois',
  name: 'Body surface area (Du Bois)',
  aliases: ['du_bois', 'dubois'],
  purpose: 'Surface of the body by the oldest formula, used to index cardiac measurements.',
  population: 'Adults; it underestimates in obesity and in infants',
  references: [DU_BOIS],
  compute: ({ weight, height }) => ({
    value: rounded(BSA_FORMULAS.du_bois(weight, height), 3),
  }),
});
