import { choice } from '../../input.js';
import { defineScore } from '../../score.js';

/** Disability after a stroke in one grade (van Swieten 1988). */
export const mrs = defineScore({
  id: 'mrs',
  name: 'Modified Rankin Scale',
  aliases: ['modified_rankin_scale', 'modified_rankin', 'rankin'],
  group: 'neurology',
  purpose: 'Grades disability and dependence in daily life after a stroke.',
  population: 'Adults after a stroke or another neurological illness',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    mrs_grade: choice('Disability', {
      '0': 'no symptoms',
      '1': 'symptoms, but does all usual work and activities',
      '2': 'cannot do all former activities, but looks after own affairs without help',
      '3': 'needs some help, but walks without the help of another person',
      '4': 'cannot walk, or look after own bodily needs, without help',
      '5': 'bedridden, incontinent, needs constant nursing',
      '6': 'dead',
    }),
  },
  categories: [
    { id: 'no-symptoms', from: 0, interpretation: 'No symptoms; excellent outcome (0–1).' },
    { id: 'no-disability', from: 1, interpretation: 'No significant disability (excellent, 0–1).' },
    {
      id: 'slight',
      from: 2,
      interpretation: 'Slight disability; independent (good outcome, 0–2).',
    },
    { id: 'moderate', from: 3, interpretation: 'Moderate disability; walks without help.' },
    { id: 'moderately-severe', from: 4, interpretation: 'Moderately severe disability.' },
    { id: 'severe', from: 5, interpretation: 'Severe disability; constant nursing.' },
    { id: 'dead', from: 6, interpretation: 'Dead.' },
  ],
  references: [
    {
      title:
        'van Swieten JC et al. Interobserver agreement for the assessment of handicap in stroke patients',
      doi: '10.1161/01.STR.19.5.604',
      year: 1988,
    },
  ],
  compute: ({ mrs_grade }) => ({ value: Number(mrs_grade) }),
});
