import { ownFlag, quantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const FINDINGS = [
  'headache',
  'vomiting',
  'intoxication',
  'anterograde_amnesia',
  'trauma_above_clavicle',
  'seizure_after_injury',
] as const;
const SOURCE = 'Haydel 2000, 10.1056/NEJM200007133430204';

/** Need of a head CT after a head injury with GCS 15 (Haydel 2000); counts the findings. */
export const newOrleansCt = defineScore({
  id: 'new_orleans_ct',
  name: 'New Orleans criteria for head CT',
  aliases: ['new_orleans_criteria', 'new_orleans', 'charity_head_trauma_rule'],
  group: 'neurology',
  purpose: 'Says whether a patient with a minor head injury and GCS 15 needs a CT of the head.',
  population:
    'Patients of 3 years and over with GCS 15 and loss of consciousness after head injury',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    age: quantity('age', { min: 3, cuts: [61], monotone: 'rising' }),
    headache: ownFlag('Headache'),
    vomiting: ownFlag('Vomiting'),
    intoxication: ownFlag('Intoxicated by drugs or alcohol'),
    anterograde_amnesia: ownFlag('Persistent anterograde amnesia (deficit of short-term memory)'),
    trauma_above_clavicle: ownFlag('Visible trauma above the clavicles'),
    seizure_after_injury: ownFlag('Seizure after the injury'),
    gcs: { ...quantity('gcs', { cuts: [15] }), optional: true },
  },
  categories: [
    {
      id: 'negative',
      from: 0,
      interpretation: 'No criterion: CT of the head is not needed.',
      action: { text: 'No CT of the head; discharge with advice.', source: SOURCE },
    },
    {
      id: 'positive',
      from: 1,
      interpretation: 'At least one criterion: CT of the head is needed.',
      action: { text: 'CT of the head.', source: SOURCE },
    },
  ],
  references: [
    {
      title:
        'Haydel MJ et al. Indications for computed tomography in patients with minor head injury',
      doi: '10.1056/NEJM200007133430204',
      year: 2000,
    },
  ],
  refuses({ gcs }) {
    return gcs !== undefined && gcs < 15
      ? { input: 'gcs', issue: 'the criteria are only for a Glasgow Coma Scale of 15' }
      : undefined;
  },
  // "Older than 60 years": in completed years, from 61 on.
  compute: (v) => sumOf({ age: pointsIf(Math.floor(v.age) > 60), ...onePointEach(v, FINDINGS) }),
});
