import { quantity } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';
import { GCS_CATEGORIES, GCS_PARTS, TEASDALE_1974 } from './gcs.js';

const CATEGORIES = [
  ...GCS_CATEGORIES.slice(0, -1),
  {
    id: 'mild',
    from: 13,
    interpretation: 'Mild impairment (13–14) or none (15).',
    action: {
      text:
        'After head injury: CT within one hour if below 14 at first (below 15 under one year of ' +
        'age), or still below 15 two hours after the injury.',
      source: 'NICE NG232 Head injury 2023',
    },
  },
];

/** Glasgow Coma Scale with the verbal and motor responses of children who do not speak yet. */
export const gcsPediatric = defineScore({
  id: 'gcs_pediatric',
  name: 'Paediatric Glasgow Coma Scale',
  aliases: ['pediatric_gcs', 'paediatric_gcs', 'pgcs', 'pediatric_glasgow_coma_scale'],
  group: 'neurology',
  purpose: 'Grades the level of consciousness of a child who is too young to speak.',
  population: 'Children of 2 completed years and under (before speech)',
  unit: '{score}',
  decimals: 0,
  range: { min: 3, max: 15 },
  inputs: {
    gcs_eye: GCS_PARTS.gcs_eye,
    gcs_verbal: {
      ...GCS_PARTS.gcs_verbal,
      help: '5 coos or babbles, 4 irritable cry, 3 cries to pain, 2 moans to pain, 1 none',
    },
    gcs_motor: {
      ...GCS_PARTS.gcs_motor,
      help:
        '6 moves spontaneously, 5 withdraws from touch, 4 withdraws from pain, 3 abnormal ' +
        'flexion, 2 extension, 1 none',
    },
    age: { ...quantity('age', { max: 2.99 }), optional: true },
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Holmes JF et al. Performance of the pediatric Glasgow Coma Scale in children with blunt ' +
        'head trauma',
      doi: '10.1197/j.aem.2005.04.019',
      year: 2005,
    },
    TEASDALE_1974,
  ],
  compute({ gcs_eye, gcs_verbal, gcs_motor }) {
    const { value, points } = sumOf({ gcs_eye, gcs_verbal, gcs_motor });
    return {
      value,
      points,
      derived: [{ name: 'notation', value: `E${gcs_eye}V${gcs_verbal}M${gcs_motor}` }],
    };
  },
});
