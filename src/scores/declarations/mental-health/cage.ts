import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Problem drinking from four questions (Ewing 1984). */
export const cage = defineScore({
  id: 'cage',
  name: 'CAGE questions',
  aliases: ['cage_questionnaire', 'cage_alcohol'],
  group: 'mental health',
  purpose: 'Screens for alcohol dependence with four questions about the whole life.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    felt_should_cut_down: ownFlag('Cut down: felt that he or she should drink less'),
    annoyed_by_criticism: ownFlag('Annoyed by criticism of the drinking'),
    felt_guilty: ownFlag('Guilty about the drinking'),
    eye_opener: ownFlag('Eye-opener: a drink first thing in the morning'),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'Below the threshold (0–1).' },
    {
      id: 'positive',
      from: 2,
      interpretation: 'Clinically significant (2–4): alcohol dependence is likely.',
      action: {
        text: 'Take a drinking history; assess with the AUDIT.',
        source: 'NICE CG115 (2011)',
      },
    },
  ],
  references: [
    {
      title: 'Ewing JA. Detecting alcoholism: the CAGE questionnaire',
      doi: '10.1001/jama.1984.03350140051025',
      year: 1984,
    },
  ],
  compute: (v) =>
    sumOf({
      felt_should_cut_down: pointsIf(v.felt_should_cut_down),
      annoyed_by_criticism: pointsIf(v.annoyed_by_criticism),
      felt_guilty: pointsIf(v.felt_guilty),
      eye_opener: pointsIf(v.eye_opener),
    }),
});
