import { choice, ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { AHA_TRIAGE, THROMBECTOMY_CENTRE } from './prehospital-triage.js';

const DRIFT = { absent: 0, drifts: 1, falls: 2 } as const;
const GRIP = { normal: 0, weak: 1, none: 2 } as const;

/** Motor deficit of face, arm and grip (Llanes 2004; cut-off of Nazliel 2008). */
export const lams = defineScore({
  id: 'lams',
  name: 'Los Angeles Motor Scale',
  aliases: ['los_angeles_motor_scale'],
  group: 'neurology',
  purpose: 'Suspects a large vessel occlusion outside hospital.',
  population: 'Adults with a suspected acute stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    facial_droop: ownFlag('One side of the face does not move as well as the other'),
    lams_arm_drift: choice('Arm drift', {
      absent: 'absent',
      drifts: 'drifts down',
      falls: 'falls rapidly or does not move',
    }),
    grip_strength: choice('Grip', { normal: 'normal', weak: 'weak', none: 'no grip' }),
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
      interpretation: 'A large vessel occlusion is likely (4–5).',
      action: { text: THROMBECTOMY_CENTRE, source: AHA_TRIAGE },
    },
  ],
  references: [
    {
      title:
        'Nazliel B et al. A brief prehospital stroke severity scale identifies ischemic stroke patients harboring persisting large arterial occlusions',
      doi: '10.1161/STROKEAHA.107.508127',
      year: 2008,
    },
    {
      title: 'Noorian AR et al. Los Angeles Motor Scale to identify large vessel occlusion',
      doi: '10.1161/STROKEAHA.117.019228',
      year: 2018,
    },
  ],
  compute: (v) =>
    sumOf({
      facial_droop: pointsIf(v.facial_droop),
      lams_arm_drift: DRIFT[v.lams_arm_drift],
      grip_strength: GRIP[v.grip_strength],
    }),
});
