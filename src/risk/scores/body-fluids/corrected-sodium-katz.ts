import { defineScore } from '../../score.js';
import {
  HILLIER,
  KATZ,
  SODIUM_CATEGORIES,
  sodiumInputs,
  sodiumResult,
} from './corrected-sodium-formulas.js';

export const correctedSodiumKatz = defineScore({
  id: 'corrected_sodium_katz',
  name: 'Sodium corrected for glucose (Katz, 1.6)',
  aliases: ['corrected_sodium_1_6'],
  group: 'body and fluids',
  purpose: 'Estimates sodium without the water that glucose has drawn, by the older factor of 1.6.',
  population: 'Hyperglycaemia (glucose above 100 mg/dL)',
  unit: 'mmol/L',
  decimals: 2,
  range: { min: 80, max: 300 },
  inputs: sodiumInputs,
  categories: SODIUM_CATEGORIES,
  references: [KATZ, HILLIER],
  compute: ({ sodium, glucose }) => sodiumResult(sodium, glucose, 1.6),
});
