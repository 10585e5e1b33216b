import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { AHA_TRIAGE, THROMBECTOMY_CENTRE } from './prehospital-triage.js';

/** Cincinnati severity scale, later named C-STAT (Katz 2015). */
export const cstat = defineScore({
  id: 'c_stat',
  name: 'Cincinnati Stroke Triage Assessment Tool (C-STAT, CPSSS)',
  aliases: ['cpsss', 'cstat', 'cincinnati_prehospital_stroke_severity_scale'],
  group: 'neurology',
  purpose: 'Suspects a large vessel occlusion or a severe stroke outside hospital.',
  population: 'Adults with a suspected acute stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    gaze_deviation: ownFlag('Conjugate gaze deviation'),
    fails_question_and_command: ownFlag('Fails a question (age, month) and a command', {
      help: 'At least one wrong answer and at least one command (eyes, hand) not followed',
    }),
    arm_cannot_be_held: ownFlag('Cannot hold an arm (left, right or both) up for 10 seconds'),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'A large vessel occlusion is less likely (0–1).' },
    {
      id: 'positive',
      from: 2,
      interpretation: 'A large vessel occlusion or severe stroke is likely (2–4).',
      action: { text: THROMBECTOMY_CENTRE, source: AHA_TRIAGE },
    },
  ],
  references: [
    {
      title:
        'Katz BS et al. Design and validation of a prehospital scale to predict stroke severity: ' +
        'Cincinnati Prehospital Stroke Severity Scale',
      doi: '10.1161/STROKEAHA.115.008804',
      year: 2015,
    },
  ],
  compute: (v) =>
    sumOf({
      gaze_deviation: pointsIf(v.gaze_deviation, 2),
      fails_question_and_command: pointsIf(v.fails_question_and_command),
      arm_cannot_be_held: pointsIf(v.arm_cannot_be_held),
    }),
});
