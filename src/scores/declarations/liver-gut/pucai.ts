import { choice, ownFlag, ownQuantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const PAIN = { none: 0, can_be_ignored: 5, cannot_be_ignored: 10 } as const;
const BLEEDING = {
  none: 0,
  small_less_than_half: 10,
  small_most_stools: 20,
  large: 30,
} as const;
const CONSISTENCY = { formed: 0, partially_formed: 5, unformed: 10 } as const;
const ACTIVITY = { none: 0, occasional: 5, severe: 10 } as const;
const stools = stepsFrom(0, [3, 5], [6, 10], [9, 15]);

/** Activity of ulcerative colitis in children, mean of two days (Turner 2007). */
export const pucai = defineScore({
  id: 'pucai',
  name: 'Paediatric ulcerative colitis activity index (PUCAI)',
  aliases: ['pediatric_ulcerative_colitis_activity_index'],
  group: 'liver and gut',
  purpose: 'Measures the activity of ulcerative colitis in children.',
  population: 'Children and adolescents with ulcerative colitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 85 },
  inputs: {
    abdominal_pain_severity: choice('Abdominal pain', {
      none: 'none',
      can_be_ignored: 'can be ignored',
      cannot_be_ignored: 'cannot be ignored',
    }),
    rectal_bleeding_amount: choice('Rectal bleeding', {
      none: 'none',
      small_less_than_half: 'a little, in fewer than half of the stools',
      small_most_stools: 'a little, with most stools',
      large: 'much, more than half of the stool',
    }),
    stool_consistency: choice('Consistency of most stools', {
      formed: 'formed',
      partially_formed: 'partially formed',
      unformed: 'completely unformed',
    }),
    stools_per_day: ownQuantity('Stools in 24 hours', '1', [0, 50], 1, { cuts: stools.cuts }),
    nocturnal_stools: ownFlag('Stools at night that wake the child'),
    activity_limitation: choice('Limitation of activity', {
      none: 'none',
      occasional: 'occasional',
      severe: 'severe',
    }),
  },
  categories: [
    { id: 'remission', from: 0, interpretation: 'Remission (below 10).' },
    { id: 'mild', from: 10, interpretation: 'Mild activity (10 to 34).' },
    { id: 'moderate', from: 35, interpretation: 'Moderate activity (35 to 64).' },
    {
      id: 'severe',
      from: 65,
      interpretation: 'Severe activity (65 or above).',
      action: {
        text: 'Admit; intravenous corticosteroids; score daily and plan rescue from day 3.',
        source: 'ECCO/ESPGHAN guideline 2018',
      },
    },
  ],
  references: [
    {
      title:
        'Turner D et al. Development, validation, and evaluation of a pediatric ulcerative colitis ' +
        'activity index: a prospective multicenter study',
      doi: '10.1053/j.gastro.2007.05.029',
      year: 2007,
    },
  ],
  compute: (v) =>
    sumOf({
      abdominal_pain_severity: PAIN[v.abdominal_pain_severity],
      rectal_bleeding_amount: BLEEDING[v.rectal_bleeding_amount],
      stool_consistency: CONSISTENCY[v.stool_consistency],
      stools_per_day: stools(Math.round(v.stools_per_day)),
      nocturnal_stools: pointsIf(v.nocturnal_stools, 10),
      activity_limitation: ACTIVITY[v.activity_limitation],
    }),
});
