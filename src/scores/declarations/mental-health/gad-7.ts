import { defineScore, sumOf } from '../../score.js';
import { GAD_7_ITEMS } from './phq-items.js';

/** Severity of anxiety from seven symptoms of the last two weeks (Spitzer 2006). */
export const gad7 = defineScore({
  id: 'gad_7',
  name: 'Generalised Anxiety Disorder 7',
  aliases: ['gad7', 'generalized_anxiety_disorder_7'],
  group: 'mental health',
  purpose: 'Screens for anxiety disorders and grades their severity.',
  population: 'Adults and adolescents',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 21 },
  inputs: GAD_7_ITEMS,
  categories: [
    { id: 'minimal', from: 0, interpretation: 'Minimal anxiety (0–4).' },
    { id: 'mild', from: 5, interpretation: 'Mild anxiety (5–9).' },
    {
      id: 'moderate',
      from: 10,
      interpretation: 'Moderate anxiety (10–14).',
      action: {
        text: 'Evaluate for generalised anxiety, panic, social anxiety and post-traumatic stress.',
        source: 'Spitzer 2006, 10.1001/archinte.166.10.1092',
      },
    },
    {
      id: 'severe',
      from: 15,
      interpretation: 'Severe anxiety (15–21).',
      action: {
        text: 'Evaluate further; active treatment is probably needed.',
        source: 'Spitzer 2006, 10.1001/archinte.166.10.1092',
      },
    },
  ],
  references: [
    {
      title:
        'Spitzer RL et al. A brief measure for assessing generalized anxiety disorder: the GAD-7',
      doi: '10.1001/archinte.166.10.1092',
      year: 2006,
    },
  ],
  compute: (v) => sumOf(v),
});
