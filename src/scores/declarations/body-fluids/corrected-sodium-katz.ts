import { defineScore } from '../../score.js';
import { CORRECTED_SODIUM, HILLIER, KATZ, sodiumResult } from './corrected-sodium-formulas.js';

export const correctedSodiumKatz = defineScore({
  ...CORRECTED_SODIUM,
  id: 'corrected_sodium_katz',
  name: 'Sodium corrected for glucose (Katz, 1.6)',
  aliases: ['corrected_sodium_1_6'],
  purpose: 'Estimates sodium without the water that glucose has drawn, by the older factor of 1.6.',
  references: [KATZ, HILLIER],
  compute: ({ sodium, glucose }) => sodiumResult(sodium, glucose, 1.6),
});
