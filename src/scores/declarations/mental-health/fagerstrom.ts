import { ownFlag, ownQuantity } from '../../input.js';
import { answers } from '../../questionnaire.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

// 10 or fewer, 11–20, 21–30, 31 or more.
const perDay = stepsFrom(0, [11, 1], [21, 2], [31, 3]);

/** Dependence on nicotine from six answers (Heatherton 1991). */
export const fagerstrom = defineScore({
  id: 'fagerstrom',
  name: 'Fagerström Test for Nicotine Dependence',
  aliases: ['ftnd', 'fagerstrom_test', 'fagerstrom_nicotine_dependence'],
  group: 'mental health',
  purpose: 'Grades the dependence on nicotine.',
  population: 'People who smoke cigarettes daily',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    time_to_first_cigarette: answers('First cigarette after waking', {
      '3': 'within 5 minutes',
      '2': '6 to 30 minutes',
      '1': '31 to 60 minutes',
      '0': 'after 60 minutes',
    }),
    hard_to_refrain: ownFlag('Difficult not to smoke where it is forbidden'),
    first_cigarette_most_missed: ownFlag('Would hate most to give up the first in the morning'),
    cigarettes_daily: ownQuantity('Cigarettes a day', '/d', [0, 200], 1, {
      cuts: perDay.cuts,
      monotone: 'rising',
    }),
    smokes_more_in_the_morning: ownFlag('Smokes more in the first hours after waking'),
    smokes_when_ill_in_bed: ownFlag('Smokes even when ill in bed most of the day'),
  },
  categories: [
    { id: 'very low', from: 0, interpretation: 'Very low dependence (0–2).' },
    { id: 'low', from: 3, interpretation: 'Low dependence (3–4).' },
    { id: 'medium', from: 5, interpretation: 'Medium dependence (5).' },
    { id: 'high', from: 6, interpretation: 'High dependence (6–7).' },
    { id: 'very high', from: 8, interpretation: 'Very high dependence (8–10).' },
  ],
  references: [
    {
      title:
        'Heatherton TF et al. The Fagerström Test for Nicotine Dependence: a revision of the ' +
        'Fagerström Tolerance Questionnaire',
      doi: '10.1111/j.1360-0443.1991.tb01879.x',
      year: 1991,
    },
  ],
  compute: (v) =>
    sumOf({
      time_to_first_cigarette: Number(v.time_to_first_cigarette),
      hard_to_refrain: pointsIf(v.hard_to_refrain),
      first_cigarette_most_missed: pointsIf(v.first_cigarette_most_missed),
      cigarettes_daily: perDay(Math.floor(v.cigarettes_daily)),
      smokes_more_in_the_morning: pointsIf(v.smokes_more_in_the_morning),
      smokes_when_ill_in_bed: pointsIf(v.smokes_when_ill_in_bed),
    }),
});
