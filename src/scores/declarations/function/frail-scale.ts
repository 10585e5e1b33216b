import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { FRAIL_CATEGORY } from './frail-category.js';

/** Frailty from five questions: fatigue, resistance, ambulation, illnesses, loss of weight. */
export const frailScale = defineScore({
  id: 'frail_scale',
  name: 'FRAIL scale',
  aliases: ['frail_questionnaire', 'simple_frail'],
  group: 'function and frailty',
  purpose: 'Screens for frailty with five questions.',
  population: 'Older adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    fatigue_most_of_the_time: ownFlag('Fatigue: tired most or all of the time in four weeks'),
    difficulty_climbing_stairs: ownFlag(
      'Resistance: difficulty with ten steps without rest or aid',
    ),
    difficulty_walking_blocks: ownFlag('Ambulation: difficulty walking several hundred metres'),
    five_or_more_illnesses: ownFlag('Illnesses: five or more of eleven', {
      help:
        'Hypertension, diabetes, cancer, chronic lung disease, heart attack, heart failure, angina, ' +
        'asthma, arthritis, stroke, kidney disease.',
    }),
    weight_loss_5_percent: ownFlag('Loss of weight: 5 % or more in the last year'),
  },
  categories: [
    { id: 'robust', from: 0, interpretation: 'Robust.' },
    {
      id: 'prefrail',
      from: 1,
      interpretation: 'Pre-frail (1–2).',
      action: { text: 'Exercise, protein, review of drugs.', source: 'ICFSR guideline (2019)' },
    },
    FRAIL_CATEGORY,
  ],
  references: [
    {
      title:
        'Morley JE, Malmstrom TK, Miller DK. A simple frailty questionnaire (FRAIL) predicts ' +
        'outcomes in middle aged African Americans',
      doi: '10.1007/s12603-012-0084-2',
      year: 2012,
    },
  ],
  compute: (v) =>
    sumOf({
      fatigue_most_of_the_time: pointsIf(v.fatigue_most_of_the_time),
      difficulty_climbing_stairs: pointsIf(v.difficulty_climbing_stairs),
      difficulty_walking_blocks: pointsIf(v.difficulty_walking_blocks),
      five_or_more_illnesses: pointsIf(v.five_or_more_illnesses),
      weight_loss_5_percent: pointsIf(v.weight_loss_5_percent),
    }),
});
