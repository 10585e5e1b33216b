import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { BSA_FORMULAS, DU_BOIS, HAYCOCK, MOSTELLER } from './bsa-formulas.js';
import { roundTo } from './round-to.js';

export const bsa = defineScore({
  id: 'bsa',
  name: 'Body surface area (Mosteller)',
  aliases: ['body_surface_area', 'bsa_mosteller', 'mosteller'],
  group: 'body and fluids',
  purpose: 'Surface of the body, for doses and for indexing: √(height · weight / 3600).',
  population: 'Adults and children',
  unit: 'm2',
  decimals: 2,
  inputs: {
    weight: quantity('weight', { monotone: 'rising' }),
    height: quantity('height', { monotone: 'rising' }),
  },
  categories: [
    { id: 'area', from: 0, interpretation: 'About 1.6 m² in women and 1.9 m² in men on average.' },
  ],
  references: [MOSTELLER, DU_BOIS, HAYCOCK],
  compute: ({ weight, height }) => ({
    value: roundTo(BSA_FORMULAS.mosteller(weight, height), 3),
    derived: (['du_bois', 'haycock', 'gehan_george', 'boyd'] as const).map((formula) => ({
      name: `bsa_${formula}`,
      value: roundTo(BSA_FORMULAS[formula](weight, height), 3),
      unit: 'm2',
    })),
  }),
});
