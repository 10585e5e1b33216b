import { defineScore, sumOf } from '../../score.js';
import { PHQ_2_ITEMS } from './phq-items.js';

/** First two items of the PHQ-9 as a screen (Kroenke 2003). */
export const phq2 = defineScore({
  id: 'phq_2',
  name: 'Patient Health Questionnaire 2',
  aliases: ['phq2', 'patient_health_questionnaire_2'],
  group: 'mental health',
  purpose: 'Screens for depression with two questions.',
  population: 'Adults and adolescents',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: PHQ_2_ITEMS,
  categories: [
    { id: 'negative', from: 0, interpretation: 'Negative screen (0–2).' },
    {
      id: 'positive',
      from: 3,
      interpretation: 'Positive screen (3–6): depression is likely.',
      action: {
        text: 'Go on with the PHQ-9 or a diagnostic interview.',
        source: 'Kroenke 2003, 10.1097/01.MLR.0000093487.78664.3C',
      },
    },
  ],
  references: [
    {
      title:
        'Kroenke K, Spitzer RL, Williams JB. The Patient Health Questionnaire-2: validity of a ' +
        'two-item depression screener',
      doi: '10.1097/01.MLR.0000093487.78664.3C',
      year: 2003,
    },
  ],
  compute: (v) => sumOf(v),
});
