import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { AHA_TRIAGE, THROMBECTOMY_CENTRE, triagePart } from './prehospital-triage.js';

const ARM =
  '0 normal or mild (held up for 10 s), 1 moderate (held up, but not for 10 s), 2 severe (not ' +
  'raised against gravity)';
const LEG =
  '0 normal or mild (held up for 5 s), 1 moderate (held up, but not for 5 s), 2 severe (not ' +
  'raised against gravity)';

/** Rapid Arterial oCclusion Evaluation (Pérez de la Ossa 2014). */
export const race = defineScore({
  id: 'race',
  name: 'RACE scale (Rapid Arterial oCclusion Evaluation)',
  aliases: ['race_scale'],
  group: 'neurology',
  purpose: 'Suspects a large vessel occlusion outside hospital.',
  population: 'Adults with a suspected acute stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    race_facial_palsy: triagePart('Facial palsy', '0 absent, 1 mild, 2 moderate to severe'),
    race_arm: triagePart('Arm motor function', ARM),
    race_leg: triagePart('Leg motor function', LEG),
    head_gaze_deviation: ownFlag('Head and gaze deviation'),
    race_aphasia_or_agnosia: triagePart(
      'Aphasia (right hemiparesis) or agnosia (left hemiparesis)',
      'Aphasia: 0 obeys both orders, 1 one, 2 neither. Agnosia: 0 knows the arm and the deficit, ' +
        '1 denies one, 2 denies both',
    ),
  },
  categories: [
    {
      id: 'less-likely',
      from: 0,
      interpretation: 'A large vessel occlusion is less likely (0–4).',
    },
    {
      id: 'likely',
      from: 5,
      interpretation: 'A large vessel occlusion is likely (5–9).',
      action: { text: THROMBECTOMY_CENTRE, source: AHA_TRIAGE },
    },
  ],
  references: [
    {
      title:
        'Pérez de la Ossa N et al. Design and validation of a prehospital stroke scale to predict ' +
        'large arterial occlusion: the RACE scale',
      doi: '10.1161/STROKEAHA.113.003071',
      year: 2014,
    },
  ],
  compute: (v) => sumOf({ ...v, head_gaze_deviation: pointsIf(v.head_gaze_deviation) }),
});
