import { defineScore } from '../../score.js';
import {
  HILLIER,
  KATZ,
  SODIUM_CATEGORIES,
  sodiumInputs,
  sodiumResult,
} from './corrected-sodium-formulas.js';

export const correctedSodiumHillier = defineScore({
  id: 'corrected_sodium_hillier',
  name: 'Sodium corrected for glucose (Hillier, 2.4)',
  aliases: [
    'corrected_sodium',
    'sodium_correction',
    'sodium_correction_for_hyperglycemia',
    'corrected_sodium_2_4',
  ],
  group: 'body and fluids',
  purpose:
    'Estimates sodium without the water that glucose has drawn, by the factor of 2.4 that Hillier measured.',
  population: 'Hyperglycaemia (glucose above 100 mg/dL)',
  unit: 'mmol/L',
  decimals: 2,
  range: { min: 80, max: 300 },
  inputs: sodiumInputs,
  categories: SODIUM_CATEGORIES,
  references: [HILLIER, KATZ],
  compute: ({ sodium, glucose }) => sodiumResult(sodium, glucose, 2.4),
});
