import { flag } from '../../input.js';
import { answers, item } from '../../questionnaire.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const CROUP = 'Bjornson and Johnson 2013, 10.1503/cmaj.121645';

/**
 * Severity of croup (Westley 1978), 0 to 17 points.
 *
 * The bands (2, 5, 11) are those of the later reviews; some hospitals use others.
 */
export const westleyCroup = defineScore({
  id: 'westley_croup',
  name: 'Westley croup score',
  aliases: ['westley', 'croup_score', 'westley_croup_score'],
  group: 'paediatrics',
  purpose: 'Grades how severe a croup is.',
  population: 'Children of about 3 months to 6 years with croup',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 17 },
  inputs: {
    stridor: item('Stridor', [0, 2], '0 none, 1 with agitation, 2 at rest'),
    retractions: item('Chest wall retractions', [0, 3], '0 none, 1 mild, 2 moderate, 3 severe'),
    air_entry: item('Air entry', [0, 2], '0 normal, 1 decreased, 2 markedly decreased'),
    cyanosis: answers('Cyanosis', { '0': 'none', '4': 'with agitation', '5': 'at rest' }),
    altered_mental_status: flag('altered_mental_status', { help: 'Asleep counts as normal.' }),
  },
  categories: [
    {
      id: 'mild',
      from: 0,
      interpretation: 'Mild croup (0–2).',
      action: { text: 'Oral dexamethasone once; home with advice.', source: CROUP },
    },
    {
      id: 'moderate',
      from: 3,
      interpretation: 'Moderate croup (3–5).',
      action: { text: 'Oral dexamethasone; observe for up to four hours.', source: CROUP },
    },
    {
      id: 'severe',
      from: 6,
      interpretation: 'Severe croup (6–11).',
      action: {
        text: 'Nebulised adrenaline and dexamethasone; keep the child calm; admit if it persists.',
        source: CROUP,
      },
    },
    {
      id: 'impending respiratory failure',
      from: 12,
      interpretation: 'Impending respiratory failure (12–17).',
      action: {
        text: 'Oxygen, nebulised adrenaline, dexamethasone, the airway team and intensive care.',
        source: CROUP,
      },
    },
  ],
  references: [
    {
      title:
        'Westley CR, Cotton EK, Brooks JG. Nebulized racemic epinephrine by IPPB for the ' +
        'treatment of croup: a double-blind study',
      doi: '10.1001/archpedi.1978.02120300044008',
      year: 1978,
    },
    { title: 'Bjornson CL, Johnson DW. Croup in children', doi: '10.1503/cmaj.121645', year: 2013 },
  ],
  compute: ({ cyanosis, altered_mental_status, ...graded }) =>
    sumOf({
      cyanosis: Number(cyanosis),
      altered_mental_status: pointsIf(altered_mental_status, 5),
      ...graded,
    }),
});
