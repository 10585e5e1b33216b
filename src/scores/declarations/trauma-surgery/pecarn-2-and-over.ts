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

const RISKS = { high: 0.043, intermediate: 0.009, 'very-low': 0.0005 } as const;

/** Need of a head CT in a child of 2 years and over (Kuppermann 2009); counts the findings. */
export const pecarn2AndOver = defineScore({
  id: 'pecarn_2_and_over',
  name: 'PECARN head injury rule, 2 years and over',
  aliases: ['pecarn', 'pecarn_head_2_and_over', 'pecarn_head_injury'],
  group: 'trauma and surgery',
  purpose: 'Says which child with a head injury needs a CT of the head.',
  population: 'Children of 2 to 17 years with GCS 14–15 within 24 hours of a head injury',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    gcs: PECARN_GCS,
    altered_mental_status: PECARN_MENTAL_STATUS,
    basal_skull_fracture_sign: ownFlag('Any sign of a basal skull fracture', {
      help: 'Haemotympanum, raccoon eyes, CSF from ear or nose, Battle sign',
    }),
    vomiting: ownFlag('Vomiting'),
    loss_of_consciousness: ownFlag('Loss of consciousness or syncope'),
    severe_mechanism_fall_1_5_m: severeMechanism('1.5 m (5 feet)'),
    severe_headache: ownFlag('Severe headache'),
    age: { ...quantity('age', { min: 2, max: 17.999 }), optional: true },
  },
  categories: pecarnCategories('below 0.05 %', '0.9 %', '4.3 %', 'several findings, worsening'),
  references: [PECARN_REFERENCE],
  compute(v) {
    const high = onePointEach(v, ['altered_mental_status', 'basal_skull_fracture_sign']);
    const medium = onePointEach(v, [
      'vomiting',
      'loss_of_consciousness',
      'severe_mechanism_fall_1_5_m',
      'severe_headache',
    ]);
    return pecarnResult(v.gcs, high, medium, RISKS);
  },
});
