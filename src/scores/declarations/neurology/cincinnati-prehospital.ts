import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';
import { AHA_TRIAGE } from './prehospital-triage.js';

/** Suspicion of a stroke from face, arm and speech (Kothari 1999). */
export const cincinnatiPrehospital = defineScore({
  id: 'cincinnati_prehospital_stroke',
  name: 'Cincinnati Prehospital Stroke Scale',
  aliases: ['cpss', 'cincinnati_prehospital_stroke_scale', 'cincinnati', 'fast_stroke'],
  group: 'neurology',
  purpose: 'Recognises a possible stroke outside hospital.',
  population: 'Adults with a possible acute stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    facial_droop: ownFlag('One side of the face does not move as well as the other'),
    arm_drift: ownFlag('One arm drifts or does not move'),
    abnormal_speech: ownFlag('Slurs, uses wrong words or cannot speak'),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'None of the signs; stroke is not excluded.' },
    {
      id: 'positive',
      from: 1,
      interpretation: 'At least one new sign: stroke is likely.',
      action: {
        text: 'Treat as a stroke: note the time last known well, alert the stroke team.',
        source: AHA_TRIAGE,
      },
    },
  ],
  references: [
    {
      title: 'Kothari RU et al. Cincinnati Prehospital Stroke Scale: reproducibility and validity',
      doi: '10.1016/S0196-0644(99)70299-4',
      year: 1999,
    },
  ],
  compute: (v) => sumOf(onePointEach(v, ['facial_droop', 'arm_drift', 'abnormal_speech'])),
});
