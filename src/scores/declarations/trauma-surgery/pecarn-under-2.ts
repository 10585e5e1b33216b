import { ownFlag, quantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore } from '../../score.js';
import {
  PECARN_GCS,
  PECARN_MENTAL_STATUS,
  PECARN_REFERENCE,
  pecarnCategories,
  pecarnResult,
  severeMechanism,
} from './pecarn.js';

const RISKS = { high: 0.044, intermediate: 0.009, 'very-low': 0.0002 } as const;

/** Need of a head CT in a child below 2 years (Kuppermann 2009); counts the findings. */
export const pecarnUnder2 = defineScore({
  id: 'pecarn_under_2',
  name: 'PECARN head injury rule, below 2 years',
  aliases: ['pecarn_head_under_2', 'pecarn_less_than_2'],
  group: 'trauma and surgery',
  purpose: 'Says which young child with a head injury needs a CT of the head.',
  population: 'Children below 2 years with GCS 14–15 within 24 hours of a head injury',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    gcs: PECARN_GCS,
    altered_mental_status: PECARN_MENTAL_STATUS,
    palpable_skull_fracture: ownFlag('Palpable or possibly palpable skull fracture'),
    nonfrontal_scalp_hematoma: ownFlag('Occipital, parietal or temporal scalp haematoma'),
    loss_of_consciousness_5_seconds: ownFlag('Loss of consciousness of 5 seconds or more'),
    severe_mechanism_fall_0_9_m: severeMechanism('0.9 m (3 feet)'),
    not_acting_normally: ownFlag('Not acting normally according to the parents'),
    age: { ...quantity('age', { max: 1.999 }), optional: true },
  },
  categories: pecarnCategories(
    'below 0.02 %',
    '0.9 %',
    '4.4 %',
    'several findings, worsening, age below 3 months',
  ),
  references: [PECARN_REFERENCE],
  compute(v) {
    const high = onePointEach(v, ['altered_mental_status', 'palpable_skull_fracture']);
    const medium = onePointEach(v, [
      'nonfrontal_scalp_hematoma',
      'loss_of_consciousness_5_seconds',
      'severe_mechanism_fall_0_9_m',
      'not_acting_normally',
    ]);
    return pecarnResult(v.gcs, high, medium, RISKS);
  },
});
