import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Prognosis of primary myelofibrosis at any time of its course (Passamonti 2010). */
export const dipss = defineScore({
  id: 'dipss',
  name: 'Dynamic International Prognostic Scoring System for primary myelofibrosis',
  aliases: ['dynamic_ipss', 'dipss_myelofibrosis'],
  group: 'cancer',
  purpose: 'Groups patients with primary myelofibrosis by survival.',
  population: 'Adults with primary myelofibrosis, at any time of its course',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    age: quantity('age', { cuts: [66], monotone: 'rising', help: 'Counts above 65 years.' }),
    wbc: quantity('wbc', { cuts: [25], monotone: 'rising' }),
    hemoglobin: quantity('hemoglobin', { cuts: [10], monotone: 'falling' }),
    circulating_blasts_percent: ownQuantity('Blasts in the blood', '%', [0, 100], 0.1, {
      cuts: [1],
      monotone: 'rising',
      help: '1 % and more count.',
    }),
    constitutional_symptoms: ownFlag(
      'Constitutional symptoms: loss of 10 % of weight, fever, or excessive sweats for a month',
    ),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: median survival not reached.' },
    {
      id: 'intermediate-1',
      from: 1,
      interpretation: 'Intermediate-1 risk (1–2): median survival 14.2 years.',
    },
    {
      id: 'intermediate-2',
      from: 3,
      interpretation: 'Intermediate-2 risk (3–4): median survival 4 years.',
    },
    { id: 'high', from: 5, interpretation: 'High risk (5–6): median survival 1.5 years.' },
  ],
  references: [
    {
      title:
        'Passamonti F et al. A dynamic prognostic model to predict survival in primary myelofibrosis',
      doi: '10.1182/blood-2009-09-245837',
      year: 2010,
    },
  ],
  compute: (v) =>
    sumOf({
      age: pointsIf(Math.floor(v.age) > 65),
      wbc: pointsIf(v.wbc > 25),
      hemoglobin: pointsIf(rounded(v.hemoglobin, 2) < 10, 2),
      circulating_blasts_percent: pointsIf(v.circulating_blasts_percent >= 1),
      constitutional_symptoms: pointsIf(v.constitutional_symptoms),
    }),
});
