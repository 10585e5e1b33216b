import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';

const FURTHER = {
  text: 'Look for delirium; assess cognition in full and take a history from others.',
  source: 'Hodkinson 1972, 10.1093/ageing/1.4.233',
} as const;

/** Ten questions about memory and orientation, a point for each right answer (Hodkinson 1972). */
export const amts = defineScore({
  id: 'amts',
  name: 'Abbreviated Mental Test Score',
  aliases: ['abbreviated_mental_test_score', 'amt_10', 'amt10', 'hodkinson_score'],
  group: 'old age',
  purpose: 'Screens for cognitive impairment with ten questions.',
  population: 'Older adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    knows_age: ownFlag('Age right'),
    knows_time: ownFlag('Time right to the nearest hour'),
    recalls_address: ownFlag('Address (42 West Street) repeated at the end'),
    knows_year: ownFlag('Year right'),
    knows_place: ownFlag('Name of the place right'),
    recognizes_two_persons: ownFlag('Two persons recognised, such as doctor and nurse'),
    knows_date_of_birth: ownFlag('Date of birth right'),
    knows_year_of_war: ownFlag('Year of the First World War (or another well-known event) right'),
    knows_head_of_state: ownFlag('Name of the present monarch or head of state right'),
    counts_20_to_1: ownFlag('Counts backwards from 20 to 1'),
  },
  categories: [
    {
      id: 'severe',
      from: 0,
      interpretation: 'Severe cognitive impairment (0–3).',
      action: FURTHER,
    },
    {
      id: 'moderate',
      from: 4,
      interpretation: 'Moderate cognitive impairment (4–6).',
      action: FURTHER,
    },
    {
      id: 'normal',
      from: 7,
      interpretation: 'Normal range (7–10); many services assess further at 7 already.',
    },
  ],
  references: [
    {
      title:
        'Hodkinson HM. Evaluation of a mental test score for assessment of mental impairment in ' +
        'the elderly',
      doi: '10.1093/ageing/1.4.233',
      year: 1972,
    },
  ],
  compute: (v) => sumOf(onePointEach(v)),
});
