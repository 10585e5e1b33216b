import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { BODY_SURFACE_AREA, BSA_FORMULAS, DU_BOIS, HAYCOCK, MOSTELLER } from './bsa-formulas.js';

export const bsa = defineScore({
  ...BODY_SURFACE_AREA,
  id: 'bsa',
  name: 'Body surface area (Mosteller)',
  aliases: ['body_surface_area', 'bsa_mosteller', 'mosteller'],
  purpose: 'Surface of the body, for doses and for indexing: √(height · weight / 3600).',
  population: 'Adults and children',
  references: [MOSTELLER, DU_BOIS, HAYCOCK],
  compute: ({ weight, height }) => ({
    value: rounded(BSA_FORMULAS.mosteller(weight, height), 3),
    derived: (['du_bois', 'haycock', 'gehan_george', 'boyd'] as const).map((formula) => ({
      name: `bsa_${formula}`,
      value: rounded(BSA_FORMULAS[formula](weight, height), 3),
      unit: 'm2',
    })),
  }),
});
