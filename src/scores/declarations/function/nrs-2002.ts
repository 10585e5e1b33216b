import { quantity } from '../../input.js';
import { item } from '../../questionnaire.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Nutritional risk from the state of nutrition, the disease and age (Kondrup 2003). */
export const nrs2002 = defineScore({
  id: 'nrs_2002',
  name: 'Nutritional Risk Screening 2002',
  aliases: ['nrs2002', 'nutritional_risk_screening', 'nutritional_risk_screening_2002'],
  group: 'function and frailty',
  purpose: 'Identifies which patients in hospital are at nutritional risk.',
  population: 'Adults in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    impaired_nutritional_status: item(
      'Impaired nutritional status',
      [0, 3],
      '0 normal; 1 lost >5 % of weight in 3 months, or ate 50–75 % of the need last week; 2 lost >5 % ' +
        'in 2 months, or BMI 18.5–20.5 and impaired condition, or ate 25–60 %; 3 lost >5 % in 1 ' +
        'month (>15 % in 3), or BMI <18.5 and impaired condition, or ate 0–25 %.',
    ),
    disease_severity: item(
      'Severity of disease (stress metabolism)',
      [0, 3],
      '0 normal needs; 1 hip fracture, chronic disease with acute complication (cirrhosis, COPD), ' +
        'haemodialysis, diabetes, cancer; 2 major abdominal surgery, stroke, severe pneumonia, blood ' +
        'cancer; 3 head injury, bone marrow transplantation, intensive care (APACHE II >10).',
    ),
    age: quantity('age', { min: 18, cuts: [70], monotone: 'rising' }),
  },
  categories: [
    {
      id: 'no risk',
      from: 0,
      interpretation: 'Not at nutritional risk now (0–2).',
      action: {
        text: 'Screen again weekly; plan nutrition before major surgery.',
        source: 'Kondrup 2003, 10.1016/S0261-5614(03)00098-0',
      },
    },
    {
      id: 'at risk',
      from: 3,
      interpretation: 'At nutritional risk (3–7).',
      action: {
        text: 'Start a nutritional care plan.',
        source: 'Kondrup 2003, 10.1016/S0261-5614(03)00098-0',
      },
    },
  ],
  references: [
    {
      title:
        'Kondrup J et al. Nutritional risk screening (NRS 2002): a new method based on an analysis ' +
        'of controlled clinical trials',
      doi: '10.1016/S0261-5614(02)00214-5',
      year: 2003,
    },
    {
      title: 'Kondrup J et al. ESPEN guidelines for nutrition screening 2002',
      doi: '10.1016/S0261-5614(03)00098-0',
      year: 2003,
    },
  ],
  compute: (v) =>
    sumOf({
      impaired_nutritional_status: v.impaired_nutritional_status,
      disease_severity: v.disease_severity,
      age: pointsIf(Math.floor(v.age) >= 70),
    }),
});
