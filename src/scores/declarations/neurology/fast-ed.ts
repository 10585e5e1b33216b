import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { AHA_TRIAGE, THROMBECTOMY_CENTRE, triagePart } from './prehospital-triage.js';

/** Field Assessment Stroke Triage for Emergency Destination (Lima 2016). */
export const fastEd = defineScore({
  id: 'fast_ed',
  name: 'FAST-ED scale',
  aliases: ['field_assessment_stroke_triage', 'fasted'],
  group: 'neurology',
  purpose: 'Suspects a large vessel occlusion outside hospital.',
  population: 'Adults with a suspected acute stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    facial_droop: ownFlag('One side of the face does not move as well as the other'),
    fast_ed_arm: triagePart('Arm weakness', '0 none, 1 drifts, 2 falls or does not move'),
    fast_ed_speech: triagePart('Changes of speech', '0 none, 1 mild to moderate, 2 severe or mute'),
    fast_ed_eye_deviation: triagePart('Eye deviation', '0 none, 1 partial, 2 forced'),
    fast_ed_neglect: triagePart(
      'Denial and neglect',
      '0 none, 1 extinction in one modality, 2 does not know its own hand or side',
    ),
  },
  categories: [
    {
      id: 'less-likely',
      from: 0,
      interpretation: 'A large vessel occlusion is less likely (0–3).',
    },
    {
      id: 'likely',
      from: 4,
      interpretation: 'A large vessel occlusion is likely (4–9).',
      action: { text: THROMBECTOMY_CENTRE, source: AHA_TRIAGE },
    },
  ],
  references: [
    {
      title: 'Lima FO et al. Field Assessment Stroke Triage for Emergency Destination (FAST-ED)',
      doi: '10.1161/STROKEAHA.116.013301',
      year: 2016,
    },
  ],
  compute: (v) => sumOf({ ...v, facial_droop: pointsIf(v.facial_droop) }),
});
