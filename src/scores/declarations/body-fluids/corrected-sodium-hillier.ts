import { defineScore } from '../../score.js';
import { CORRECTED_SODIUM, HILLIER, KATZ, sodiumResult } from './corrected-sodium-formulas.js';

export const correctedSodiumHillier = defineScore({
  ...CORRECTED_SODIUM,
  id: 'corrected_sodium_hillier',
  name: 'Sodium corrected for glucose (Hillier, 2.4)',
  aliases: [
    'corrected_sodium',
    'sodium_correction',
    'sodium_correction_for_hyperglycemia',
    'corrected_sodium_2_4',
  ],
  purpose:
    'Estimates sodium without the water that glucose has drawn, by the factor of 2.4 that Hillier measured.',
  references: [HILLIER, KATZ],
  compute: ({ sodium, glucose }) => sodiumResult(sodium, glucose, 2.4),
});
