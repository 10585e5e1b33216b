import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { MALLAMPATI } from './mallampati.js';

const FINDINGS = [
  'facial_trauma',
  'large_incisors',
  'beard_or_moustache',
  'large_tongue',
  'mouth_opening_below_3_fingers',
  'hyoid_mental_below_3_fingers',
  'hyoid_thyroid_below_2_fingers',
  'airway_obstruction',
  'reduced_neck_mobility',
] as const;

/** Difficult laryngoscopy from ten signs (Reed 2005). */
export const lemon = defineScore({
  id: 'lemon',
  name: 'LEMON airway assessment',
  aliases: ['lemon_score', 'lemon_airway'],
  group: 'trauma and surgery',
  purpose: 'Counts signs of a difficult laryngoscopy before emergency intubation.',
  population: 'Patients who need intubation in the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    facial_trauma: ownFlag('Look: facial trauma'),
    large_incisors: ownFlag('Look: large incisors'),
    beard_or_moustache: ownFlag('Look: beard or moustache'),
    large_tongue: ownFlag('Look: large tongue'),
    mouth_opening_below_3_fingers: ownFlag('Mouth opens less than three fingers'),
    hyoid_mental_below_3_fingers: ownFlag('Hyoid to chin less than three fingers'),
    hyoid_thyroid_below_2_fingers: ownFlag('Hyoid to thyroid notch less than two fingers'),
    mallampati_class: MALLAMPATI,
    airway_obstruction: ownFlag('Obstruction of the airway (epiglottitis, abscess, trauma)'),
    reduced_neck_mobility: ownFlag('Reduced mobility of the neck (collar, arthritis)'),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No sign of a difficult laryngoscopy.' },
    {
      id: 'some',
      from: 1,
      interpretation: 'Signs of a difficult laryngoscopy: the more, the likelier; no fixed limit.',
    },
  ],
  references: [
    {
      title: 'Reed MJ et al. Can an airway assessment score predict difficulty at intubation?',
      doi: '10.1136/emj.2003.008771',
      year: 2005,
    },
  ],
  compute: (v) =>
    sumOf({
      ...onePointEach(v, FINDINGS),
      mallampati_class: pointsIf(Number(v.mallampati_class) >= 3),
    }),
});
