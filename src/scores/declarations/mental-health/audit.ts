import { pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';
import { AUDIT_ITEMS } from './audit-items.js';

const WHO = 'WHO AUDIT manual, second edition (2001)';

/** Hazardous and harmful drinking and dependence from ten items (WHO, Saunders 1993). */
export const audit = defineScore({
  id: 'audit',
  name: 'Alcohol Use Disorders Identification Test',
  aliases: ['alcohol_use_disorders_identification_test', 'audit_10'],
  group: 'mental health',
  purpose: 'Screens for hazardous and harmful drinking and for dependence on alcohol.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 40 },
  inputs: AUDIT_ITEMS,
  categories: [
    {
      id: 'low risk',
      from: 0,
      interpretation: 'Low-risk drinking or abstinence (0–7).',
      action: { text: 'Education about alcohol.', source: WHO },
    },
    {
      id: 'hazardous',
      from: 8,
      interpretation: 'Hazardous drinking (8–15).',
      action: { text: 'Simple advice.', source: WHO },
    },
    {
      id: 'harmful',
      from: 16,
      interpretation: 'Harmful drinking (16–19).',
      action: { text: 'Brief counselling and continued monitoring.', source: WHO },
    },
    {
      id: 'possible dependence',
      from: 20,
      interpretation: 'Dependence is possible (20–40).',
      action: { text: 'Refer for diagnostic evaluation and treatment.', source: WHO },
    },
  ],
  references: [
    {
      title:
        'Saunders JB et al. Development of the Alcohol Use Disorders Identification Test (AUDIT)',
      doi: '10.1111/j.1360-0443.1993.tb02093.x',
      year: 1993,
    },
  ],
  compute: (v) => sumOf(pointsOfAnswers(v)),
});
