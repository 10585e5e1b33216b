import { grade } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const item = (title: string, help: string) => grade(title, [0, 4], { help, monotone: 'rising' });

/** Full Outline of UnResponsiveness (Wijdicks 2005). */
export const fourScore = defineScore({
  id: 'four_score',
  name: 'FOUR score (Full Outline of UnResponsiveness)',
  aliases: ['four', 'full_outline_of_unresponsiveness'],
  group: 'neurology',
  purpose: 'Grades coma by eyes, motor response, brainstem reflexes and breathing.',
  population: 'Patients with impaired consciousness, intubated or not',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 16 },
  inputs: {
    four_eye: item(
      'Eye response',
      '4 open and tracking or blinking to command, 3 open but not tracking, 2 open to loud voice, ' +
        '1 open to pain, 0 closed with pain',
    ),
    four_motor: item(
      'Motor response',
      '4 thumbs up, fist or peace sign, 3 localises pain, 2 flexion to pain, 1 extension, ' +
        '0 none or generalised myoclonus status',
    ),
    four_brainstem: item(
      'Brainstem reflexes',
      '4 pupil and corneal reflexes present, 3 one pupil wide and fixed, 2 pupil or corneal ' +
        'reflexes absent, 1 both absent, 0 cough absent as well',
    ),
    four_respiration: item(
      'Respiration',
      '4 not intubated, regular, 3 not intubated, Cheyne–Stokes, 2 not intubated, irregular, ' +
        '1 breathes above the ventilator rate, 0 at the ventilator rate or apnoea',
    ),
  },
  categories: [
    {
      id: 'unresponsive',
      from: 0,
      interpretation: 'No response in any part; consider whether brain death is to be tested.',
    },
    { id: 'impaired', from: 1, interpretation: 'Impaired; the lower, the deeper the coma.' },
    { id: 'full', from: 16, interpretation: 'Full score: no impairment found.' },
  ],
  references: [
    {
      title: 'Wijdicks EFM et al. Validation of a new coma scale: the FOUR score',
      doi: '10.1002/ana.20611',
      year: 2005,
    },
  ],
  compute: (v) => sumOf(v),
});
