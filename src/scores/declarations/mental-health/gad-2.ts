import { defineScore, sumOf } from '../../score.js';
import { GAD_7_ITEMS } from './phq-items.js';

const { feeling_nervous, cannot_stop_worrying } = GAD_7_ITEMS;

/** First two items of the GAD-7 as a screen (Kroenke 2007). */
export const gad2 = defineScore({
  id: 'gad_2',
  name: 'Generalised Anxiety Disorder 2',
  aliases: ['gad2', 'generalized_anxiety_disorder_2'],
  group: 'mental health',
  purpose: 'Screens for anxiety disorders with two questions.',
  population: 'Adults and adolescents',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: { feeling_nervous, cannot_stop_worrying },
  categories: [
    { id: 'negative', from: 0, interpretation: 'Negative screen (0–2).' },
    {
      id: 'positive',
      from: 3,
      interpretation: 'Positive screen (3–6): an anxiety disorder is likely.',
      action: {
        text: 'Go on with the GAD-7 or a diagnostic interview.',
        source: 'Kroenke 2007, 10.7326/0003-4819-146-5-200703060-00004',
      },
    },
  ],
  references: [
    {
      title:
        'Kroenke K et al. Anxiety disorders in primary care: prevalence, impairment, comorbidity, ' +
        'and detection',
      doi: '10.7326/0003-4819-146-5-200703060-00004',
      year: 2007,
    },
  ],
  compute: (v) => sumOf(v),
});
