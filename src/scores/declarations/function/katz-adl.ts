import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';

/** Independence in six basic activities of daily life (Katz 1963, 1970). */
export const katzAdl = defineScore({
  id: 'katz_adl',
  name: 'Katz index of independence in activities of daily living',
  aliases: ['katz', 'katz_index', 'katz_index_adl', 'katz_activities_of_daily_living'],
  group: 'function and frailty',
  purpose: 'Counts the basic activities of daily life that a person does alone.',
  population: 'Older adults and people with a chronic disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    independent_bathing: ownFlag('Bathes alone, or with help for one part of the body only'),
    independent_dressing: ownFlag('Dresses alone; help with shoe laces does not matter'),
    independent_toileting: ownFlag('Goes to the toilet and cleans self alone'),
    independent_transferring: ownFlag('Moves out of bed and chair alone; aids are allowed'),
    independent_continence: ownFlag('Complete control over urine and stool'),
    independent_feeding: ownFlag('Eats alone; others may prepare the food'),
  },
  categories: [
    { id: 'severe impairment', from: 0, interpretation: 'Severe impairment of function (0–2).' },
    { id: 'moderate impairment', from: 3, interpretation: 'Moderate impairment (3–5).' },
    { id: 'full function', from: 6, interpretation: 'Independent in all six activities.' },
  ],
  references: [
    {
      title:
        'Katz S et al. Studies of illness in the aged. The index of ADL: a standardized measure of ' +
        'biological and psychosocial function',
      doi: '10.1001/jama.1963.03060120024016',
      year: 1963,
    },
    {
      title: 'Katz S et al. Progress in development of the index of ADL',
      doi: '10.1093/geront/10.1_Part_1.20',
      year: 1970,
    },
  ],
  compute: (v) => sumOf(onePointEach(v)),
});
