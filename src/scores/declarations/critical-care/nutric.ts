import { ownQuantity, quantity } from '../../input.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [50, 1], [75, 2]);
/** The paper prints "20–28 | ≥ 28"; 28 is taken with the upper band, as implementations do. */
const apache = stepsFrom(0, [15, 1], [20, 2], [28, 3]);
const organs = stepsFrom(0, [6, 1], [10, 2]);
const comorbidities = stepsFrom(0, [2, 1]);
const days = stepsFrom(0, [1, 1]);
const interleukin = stepsFrom(0, [400, 1]);

export const nutric = defineScore({
  id: 'nutric',
  name: 'NUTRIC score (modified where interleukin-6 is not given)',
  aliases: ['mnutric', 'modified_nutric', 'nutrition_risk_in_the_critically_ill'],
  group: 'critical care',
  purpose: 'Finds critically ill patients who gain most from full nutrition.',
  population: 'Adults expected to stay in intensive care for more than 24 hours',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    apache_ii: ownQuantity('APACHE II score', '{score}', [0, 71], 1, {
      cuts: apache.cuts,
      monotone: 'rising',
    }),
    sofa: ownQuantity('SOFA score', '{score}', [0, 24], 1, {
      cuts: organs.cuts,
      monotone: 'rising',
    }),
    comorbidities: ownQuantity('Number of comorbidities', '1', [0, 30], 1, {
      cuts: comorbidities.cuts,
      monotone: 'rising',
      help: 'Chronic diseases before admission; two or more count.',
    }),
    days_in_hospital_before_icu: ownQuantity(
      'Days in hospital before intensive care',
      'd',
      [0, 365],
      0.1,
      { cuts: days.cuts, monotone: 'rising' },
    ),
    interleukin_6: ownQuantity('Interleukin-6', 'pg/mL', [0, 100_000], 1, {
      cuts: interleukin.cuts,
      monotone: 'rising',
      optional: true,
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low nutritional risk.' },
    {
      id: 'high',
      interpretation:
        'High nutritional risk: 5 points or more, or 6 or more where interleukin-6 was counted.',
      action: {
        text: 'Likely to gain from early, full protein and energy; plan it with a dietitian.',
        source: 'Heyland 2011, 10.1186/cc10546; Rahman 2016, 10.1016/j.clnu.2015.01.015',
      },
    },
  ],
  references: [
    {
      title:
        'Heyland DK et al. Identifying critically ill patients who benefit the most from nutrition ' +
        'therapy: the development and initial validation of a novel risk assessment tool',
      doi: '10.1186/cc10546',
      year: 2011,
    },
    {
      title:
        'Rahman A et al. Identifying critically-ill patients who will benefit most from nutritional ' +
        'therapy: further validation of the "modified NUTRIC" tool',
      doi: '10.1016/j.clnu.2015.01.015',
      year: 2016,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      apache_ii: apache(v.apache_ii),
      sofa: organs(v.sofa),
      comorbidities: comorbidities(v.comorbidities),
      days_in_hospital_before_icu: days(v.days_in_hospital_before_icu),
      ...(v.interleukin_6 !== undefined && { interleukin_6: interleukin(v.interleukin_6) }),
    });
    const threshold = v.interleukin_6 === undefined ? 5 : 6;
    return { value, points, category: value >= threshold ? 'high' : 'low' };
  },
});
