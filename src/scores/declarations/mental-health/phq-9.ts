import { defineScore, sumOf } from '../../score.js';
import { PHQ_9_ITEMS } from './phq-items.js';

const SOURCE = 'Kroenke 2001, 10.1046/j.1525-1497.2001.016009606.x';

/** Severity of depression from nine symptoms of the last two weeks (Kroenke 2001). */
export const phq9 = defineScore({
  id: 'phq_9',
  name: 'Patient Health Questionnaire 9',
  aliases: ['phq9', 'patient_health_questionnaire_9'],
  group: 'mental health',
  purpose: 'Screens for depression and grades its severity.',
  population: 'Adults and adolescents',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 27 },
  inputs: PHQ_9_ITEMS,
  categories: [
    { id: 'minimal', from: 0, interpretation: 'None or minimal depression (0–4).' },
    {
      id: 'mild',
      from: 5,
      interpretation: 'Mild depression (5–9).',
      action: { text: 'Watchful waiting; repeat at follow-up.', source: SOURCE },
    },
    {
      id: 'moderate',
      from: 10,
      interpretation: 'Moderate depression (10–14): at and above 10, major depression is likely.',
      action: { text: 'Consider counselling, follow-up or medication.', source: SOURCE },
    },
    {
      id: 'moderately severe',
      from: 15,
      interpretation: 'Moderately severe depression (15–19).',
      action: { text: 'Active treatment with medication, psychotherapy or both.', source: SOURCE },
    },
    {
      id: 'severe',
      from: 20,
      interpretation: 'Severe depression (20–27).',
      action: {
        text: 'Start medication at once; refer early where impaired or not responding.',
        source: SOURCE,
      },
    },
  ],
  references: [
    {
      title:
        'Kroenke K, Spitzer RL, Williams JB. The PHQ-9: validity of a brief depression severity measure',
      doi: '10.1046/j.1525-1497.2001.016009606.x',
      year: 2001,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(v);
    return {
      value,
      points,
      warnings:
        v.better_off_dead > 0
          ? ['thoughts of death or self-harm: assess the risk of suicide, whatever the total']
          : undefined,
    };
  },
});
