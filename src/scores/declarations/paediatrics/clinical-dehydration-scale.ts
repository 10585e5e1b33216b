import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

/** Dehydration of a small child with gastroenteritis from four signs (Friedman 2004). */
export const clinicalDehydrationScale = defineScore({
  id: 'clinical_dehydration_scale',
  name: 'Clinical Dehydration Scale',
  aliases: ['cds_dehydration', 'pediatric_dehydration_scale'],
  group: 'paediatrics',
  purpose: 'Grades the dehydration of a child with gastroenteritis.',
  population: 'Children of 1 to 36 months with gastroenteritis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    general_appearance: item(
      'General appearance',
      [0, 2],
      '0 normal; 1 thirsty, restless, or lethargic but irritable when touched; 2 drowsy, limp, ' +
        'cold or sweaty, comatose or not',
    ),
    sunken_eyes: item('Eyes', [0, 2], '0 normal, 1 slightly sunken, 2 very sunken'),
    mucous_membranes: item('Mucous membranes (tongue)', [0, 2], '0 moist, 1 sticky, 2 dry'),
    tears: item('Tears', [0, 2], '0 tears, 1 decreased, 2 absent'),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No dehydration.' },
    { id: 'some', from: 1, interpretation: 'Some dehydration (1–4), about 3 to 6 %.' },
    {
      id: 'moderate to severe',
      from: 5,
      interpretation: 'Moderate to severe dehydration (5–8), above 6 %.',
    },
  ],
  references: [
    {
      title:
        'Friedman JN et al. Development of a clinical dehydration scale for use in children ' +
        'between 1 and 36 months of age',
      doi: '10.1016/j.jpeds.2004.05.035',
      year: 2004,
    },
    {
      title:
        'Goldman RD, Friedman JN, Parkin PC. Validation of the clinical dehydration scale for ' +
        'children with acute gastroenteritis',
      doi: '10.1542/peds.2007-3141',
      year: 2008,
    },
  ],
  compute: (v) => sumOf(v),
});
