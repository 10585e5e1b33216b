import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';
import { contradictsParts, optionalParts, pointsOfParts } from './total-or-parts.js';

const PARTS = {
  orientation_time: item('Orientation to time', [0, 5], 'A point for each right answer.'),
  orientation_place: item('Orientation to place', [0, 5], 'A point for each right answer.'),
  registration: item('Registration', [0, 3], 'A point for each of three words repeated.'),
  attention_calculation: item('Attention and calculation', [0, 5], 'A point for each right step.'),
  recall: item('Recall', [0, 3], 'A point for each of three words remembered.'),
  naming: item('Naming', [0, 2], 'A point for each object.'),
  repetition: item('Repetition', [0, 1], '1 sentence repeated.'),
  three_stage_command: item('Three-stage command', [0, 3], 'A point for each stage.'),
  reading: item('Reading', [0, 1], '1 read and obeyed.'),
  writing: item('Writing', [0, 1], '1 a sentence with sense.'),
  copying: item('Copying', [0, 1], '1 figure copied.'),
};
type MmsePart = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as MmsePart[];

/** Cognitive state by the total of the Mini-Mental State Examination or its parts (Folstein 1975). */
export const mmse = defineScore({
  id: 'mmse',
  name: 'Mini-Mental State Examination',
  aliases: ['mini_mental_state_examination', 'folstein', 'mini_mental'],
  group: 'old age',
  purpose: 'Grades the cognitive state.',
  population: 'Adults; age and schooling move what is normal',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 30 },
  inputs: {
    mmse_total: {
      ...item('Total of the MMSE', [0, 30], 'Instead of the parts.'),
      optional: true,
    },
    ...optionalParts(PARTS),
  },
  categories: [
    { id: 'severe', from: 0, interpretation: 'Severe cognitive impairment (0–9).' },
    { id: 'moderate', from: 10, interpretation: 'Moderate cognitive impairment (10–18).' },
    { id: 'mild', from: 19, interpretation: 'Mild cognitive impairment (19–23).' },
    { id: 'normal', from: 24, interpretation: 'Normal range (24–30); a mild loss can be missed.' },
  ],
  references: [
    {
      title:
        'Folstein MF, Folstein SE, McHugh PR. “Mini-mental state”: a practical method for grading ' +
        'the cognitive state of patients for the clinician',
      doi: '10.1016/0022-3956(75)90026-6',
      year: 1975,
    },
  ],
  alsoNeeds: (v) => (v.mmse_total === undefined ? PART_NAMES : []),
  refuses: (v) =>
    contradictsParts(v.mmse_total, PARTS, v)
      ? { input: 'mmse_total', issue: 'does not agree with the parts' }
      : undefined,
  compute: (v) =>
    v.mmse_total === undefined
      ? sumOf(pointsOfParts(PARTS, v))
      : { value: v.mmse_total, points: { mmse_total: v.mmse_total } },
});
