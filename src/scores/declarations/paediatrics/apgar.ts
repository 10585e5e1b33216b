import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const AAP = 'AAP/ACOG Committee Opinion 644 (2015)';

/** Condition of the newborn one and five minutes after birth (Apgar 1953). */
export const apgar = defineScore({
  id: 'apgar',
  name: 'Apgar score',
  aliases: ['apgar_score'],
  group: 'paediatrics',
  purpose: 'Describes the condition of a newborn at one and five minutes of life.',
  population: 'Newborns',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    appearance: item(
      'Appearance: colour',
      [0, 2],
      '0 blue or pale all over, 1 body pink with blue extremities, 2 pink all over',
    ),
    apgar_pulse: item(
      'Pulse: heart rate',
      [0, 2],
      '0 absent, 1 below 100/min, 2 100/min and above',
    ),
    grimace: item(
      'Grimace: reflex irritability',
      [0, 2],
      '0 no response, 1 grimace, 2 cry, cough or sneeze',
    ),
    muscle_tone: item(
      'Activity: muscle tone',
      [0, 2],
      '0 limp, 1 some flexion of the extremities, 2 active motion',
    ),
    respiration: item(
      'Respiration',
      [0, 2],
      '0 absent, 1 slow, irregular or a weak cry, 2 good breathing or a strong cry',
    ),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low score (0–3).',
      action: {
        text:
          'Resuscitation does not wait for the score; below 7 at five minutes score again every ' +
          'five minutes up to 20 minutes.',
        source: AAP,
      },
    },
    {
      id: 'moderately abnormal',
      from: 4,
      interpretation: 'Moderately abnormal score (4–6).',
      action: {
        text: 'Below 7 at five minutes score again every five minutes up to 20 minutes.',
        source: AAP,
      },
    },
    { id: 'reassuring', from: 7, interpretation: 'Reassuring score (7–10).' },
  ],
  references: [
    {
      title: 'Apgar V. A proposal for a new method of evaluation of the newborn infant',
      url: 'https://pubmed.ncbi.nlm.nih.gov/13083014/',
      year: 1953,
    },
    {
      title: 'American Academy of Pediatrics, ACOG. The Apgar score',
      doi: '10.1542/peds.2015-2651',
      year: 2015,
    },
  ],
  compute: (v) => sumOf(v),
});
