import { quantity } from '../../input.js';
import { answers, pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, stepsAbove, sumOf } from '../../score.js';

// Pulse 80 or below, 81–100, 101–120, above 120.
const pulse = stepsAbove(0, [80, 1], [100, 2], [120, 4]);

const GUIDE = 'ASAM National Practice Guideline (2020), 10.1097/ADM.0000000000000633';

/** Severity of opioid withdrawal from eleven signs (Wesson and Ling 2003). */
export const cows = defineScore({
  id: 'cows',
  name: 'Clinical Opiate Withdrawal Scale',
  aliases: ['clinical_opiate_withdrawal_scale', 'opioid_withdrawal'],
  group: 'mental health',
  purpose: 'Grades the severity of opioid withdrawal.',
  population: 'Adults in opioid withdrawal',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 48 },
  inputs: {
    heart_rate: quantity('heart_rate', {
      cuts: pulse.cuts,
      monotone: 'rising',
      help: 'After sitting or lying for one minute.',
    }),
    sweating: answers('Sweating', {
      '0': 'none',
      '1': 'reported chills or flushing',
      '2': 'flushed or moist face',
      '3': 'beads on brow or face',
      '4': 'streaming off the face',
    }),
    withdrawal_restlessness: answers('Restlessness', {
      '0': 'sits still',
      '1': 'finds it difficult, but can',
      '3': 'shifts often, extraneous movements',
      '5': 'cannot sit still for more than seconds',
    }),
    pupil_size: answers('Pupils', {
      '0': 'pinned or normal for the light',
      '1': 'possibly larger than normal',
      '2': 'moderately dilated',
      '5': 'only the rim of the iris visible',
    }),
    bone_joint_aches: answers('Bone or joint aches', {
      '0': 'none',
      '1': 'mild and diffuse',
      '2': 'severe and diffuse',
      '4': 'rubs joints or muscles and cannot sit still',
    }),
    runny_nose_tearing: answers('Runny nose or tearing', {
      '0': 'none',
      '1': 'stuffy nose or moist eyes',
      '2': 'nose running or tearing',
      '4': 'constantly running',
    }),
    gi_upset: answers('Gut in the last half hour', {
      '0': 'nothing',
      '1': 'cramps',
      '2': 'nausea or loose stool',
      '3': 'vomiting or diarrhoea',
      '5': 'several episodes of either',
    }),
    opioid_tremor: answers('Tremor of outstretched hands', {
      '0': 'none',
      '1': 'felt only',
      '2': 'slight',
      '4': 'gross, or muscle twitching',
    }),
    yawning: answers('Yawning', {
      '0': 'none',
      '1': 'once or twice',
      '2': 'three times or more',
      '4': 'several times a minute',
    }),
    anxiety_irritability: answers('Anxiety or irritability', {
      '0': 'none',
      '1': 'reported',
      '2': 'obvious',
      '4': 'so much that taking part is difficult',
    }),
    gooseflesh: answers('Gooseflesh', {
      '0': 'skin smooth',
      '3': 'felt, or hairs standing up',
      '5': 'prominent',
    }),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No relevant withdrawal (0–4).' },
    {
      id: 'mild',
      from: 5,
      interpretation: 'Mild withdrawal (5–12).',
      action: {
        text: 'Wait with buprenorphine until there are objective signs (about 11 to 12 points).',
        source: GUIDE,
      },
    },
    {
      id: 'moderate',
      from: 13,
      interpretation: 'Moderate withdrawal (13–24).',
      action: { text: 'Buprenorphine can be started.', source: GUIDE },
    },
    {
      id: 'moderately severe',
      from: 25,
      interpretation: 'Moderately severe withdrawal (25–36).',
      action: { text: 'Start buprenorphine or methadone.', source: GUIDE },
    },
    {
      id: 'severe',
      from: 37,
      interpretation: 'Severe withdrawal (37–48).',
      action: { text: 'Start buprenorphine or methadone; correct fluid losses.', source: GUIDE },
    },
  ],
  references: [
    {
      title: 'Wesson DR, Ling W. The Clinical Opiate Withdrawal Scale (COWS)',
      doi: '10.1080/02791072.2003.10400007',
      year: 2003,
    },
  ],
  compute: ({ heart_rate, ...signs }) =>
    sumOf({ heart_rate: pulse(heart_rate), ...pointsOfAnswers(signs) }),
});
