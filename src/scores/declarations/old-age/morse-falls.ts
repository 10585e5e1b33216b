import { ownFlag } from '../../input.js';
import { answers } from '../../questionnaire.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/**
 * Risk of falling in hospital (Morse 1989).
 *
 * Of the bands in use (45 or 51 for high risk) these are the commoner ones, with 45.
 */
export const morseFalls = defineScore({
  id: 'morse_falls',
  name: 'Morse Fall Scale',
  aliases: ['morse_fall_scale', 'morse', 'mfs'],
  group: 'old age',
  purpose: 'Grades the risk of falling in hospital.',
  population: 'Adults in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 125 },
  inputs: {
    fall_within_3_months: ownFlag('Fell during this stay or in the last three months'),
    secondary_diagnosis: ownFlag('More than one medical diagnosis'),
    ambulatory_aid: answers('Walking aid', {
      '0': 'none, bed rest, wheelchair or help of a nurse',
      '15': 'crutches, stick or walker',
      '30': 'holds on to furniture',
    }),
    iv_or_heparin_lock: ownFlag('Intravenous line or heparin lock'),
    gait: answers('Gait', {
      '0': 'normal, bed rest or wheelchair',
      '10': 'weak',
      '20': 'impaired',
    }),
    forgets_limitations: ownFlag('Overestimates own ability or forgets limitations'),
  },
  categories: [
    {
      id: 'low risk',
      from: 0,
      interpretation: 'Low risk of falling (0–24).',
      action: { text: 'Good basic nursing care.', source: 'Morse 1989, 10.1017/S0714980800008576' },
    },
    {
      id: 'moderate risk',
      from: 25,
      interpretation: 'Moderate risk of falling (25–44).',
      action: {
        text: 'Standard measures against falls.',
        source: 'Morse 1989, 10.1017/S0714980800008576',
      },
    },
    {
      id: 'high risk',
      from: 45,
      interpretation: 'High risk of falling (45 and more).',
      action: {
        text: 'Measures for high risk of falls; treat the risk factors that can be changed.',
        source: 'Morse 1989, 10.1017/S0714980800008576',
      },
    },
  ],
  references: [
    {
      title:
        'Morse JM, Morse RM, Tylko SJ. Development of a scale to identify the fall-prone patient',
      doi: '10.1017/S0714980800008576',
      year: 1989,
    },
  ],
  compute: (v) =>
    sumOf({
      fall_within_3_months: pointsIf(v.fall_within_3_months, 25),
      secondary_diagnosis: pointsIf(v.secondary_diagnosis, 15),
      ambulatory_aid: Number(v.ambulatory_aid),
      iv_or_heparin_lock: pointsIf(v.iv_or_heparin_lock, 20),
      gait: Number(v.gait),
      forgets_limitations: pointsIf(v.forgets_limitations, 15),
    }),
});
