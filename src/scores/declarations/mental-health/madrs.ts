import { itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const ITEMS = itemsOf(
  {
    madrs_apparent_sadness: '1 Apparent sadness',
    madrs_reported_sadness: '2 Reported sadness',
    madrs_inner_tension: '3 Inner tension',
    madrs_reduced_sleep: '4 Reduced sleep',
    madrs_reduced_appetite: '5 Reduced appetite',
    madrs_concentration: '6 Difficulties of concentration',
    madrs_lassitude: '7 Lassitude',
    madrs_inability_to_feel: '8 Inability to feel',
    madrs_pessimistic_thoughts: '9 Pessimistic thoughts',
    madrs_suicidal_thoughts: '10 Suicidal thoughts',
  },
  [0, 6],
  'Rated by a clinician: 0 absent to 6 most severe; only the even grades are described.',
);

const ASSESS = {
  text: 'Treat depression by its severity; assess the risk of suicide.',
  source: 'NICE NG222 (2022)',
} as const;

/** Severity of depression from ten items rated by a clinician (Montgomery and Åsberg 1979). */
export const madrs = defineScore({
  id: 'madrs',
  name: 'Montgomery-Åsberg Depression Rating Scale',
  aliases: ['montgomery_asberg', 'montgomery_asberg_depression_rating_scale'],
  group: 'mental health',
  purpose: 'Grades the severity of depression.',
  population: 'Adults with depression, rated by a clinician',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 60 },
  inputs: ITEMS,
  categories: [
    { id: 'normal', from: 0, interpretation: 'Normal or symptoms absent (0–6).' },
    { id: 'mild', from: 7, interpretation: 'Mild depression (7–19).', action: ASSESS },
    { id: 'moderate', from: 20, interpretation: 'Moderate depression (20–34).', action: ASSESS },
    { id: 'severe', from: 35, interpretation: 'Severe depression (35–60).', action: ASSESS },
  ],
  references: [
    {
      title: 'Montgomery SA, Åsberg M. A new depression scale designed to be sensitive to change',
      doi: '10.1192/bjp.134.4.382',
      year: 1979,
    },
    {
      title:
        'Snaith RP et al. Grade scores of the Montgomery-Åsberg Depression and the Clinical Anxiety ' +
        'Scales',
      doi: '10.1192/bjp.148.5.599',
      year: 1986,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(v);
    return {
      value,
      points,
      warnings:
        v.madrs_suicidal_thoughts > 0
          ? ['thoughts of suicide: assess the risk today, whatever the total']
          : undefined,
    };
  },
});
