import { ownQuantity, quantity } from '../../input.js';
import { answers } from '../../questionnaire.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';

const bmiPoints = stepsFrom(0, [19, 1], [21, 2], [23, 3]);
const calfPoints = stepsFrom(0, [31, 3]);

const optional = { optional: true } as const;

/** Malnutrition in old age from six items (Rubenstein 2001, Kaiser 2009). */
export const mnaSf = defineScore({
  id: 'mna_sf',
  name: 'Mini Nutritional Assessment, short form',
  aliases: ['mna', 'mini_nutritional_assessment', 'mini_nutritional_assessment_short_form'],
  group: 'function and frailty',
  purpose: 'Screens for malnutrition in old age.',
  population: 'Adults of 65 years and over',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 14 },
  inputs: {
    food_intake_decline: answers('A Eats less than three months ago', {
      '0': 'severely less',
      '1': 'moderately less',
      '2': 'no less',
    }),
    weight_loss_3_months: answers('B Lost weight in the last three months', {
      '0': 'more than 3 kg',
      '1': 'does not know',
      '2': '1 to 3 kg',
      '3': 'no',
    }),
    gets_out: answers('C Mobility', {
      '0': 'bed or chair bound',
      '1': 'leaves bed or chair but does not go out',
      '2': 'goes out',
    }),
    stress_or_acute_disease: answers('D Psychological stress or acute disease in three months', {
      '0': 'yes',
      '2': 'no',
    }),
    neuropsychological_problems: answers('E Neuropsychological problems', {
      '0': 'severe dementia or depression',
      '1': 'mild dementia',
      '2': 'none',
    }),
    bmi: quantity('bmi', { cuts: bmiPoints.cuts, optional: true, help: 'F1; or the calf.' }),
    calf_circumference: {
      ...ownQuantity('F2 Calf circumference, where the BMI is not known', 'cm', [10, 80], 0.1, {
        cuts: calfPoints.cuts,
      }),
      ...optional,
    },
  },
  categories: [
    {
      id: 'malnourished',
      from: 0,
      interpretation: 'Malnourished (0–7).',
      action: {
        text: 'Assess nutrition in full; dietitian; find and treat causes.',
        source: 'ESPEN guideline on geriatric nutrition (2022), 10.1016/j.clnu.2022.01.024',
      },
    },
    {
      id: 'at risk',
      from: 8,
      interpretation: 'At risk of malnutrition (8–11).',
      action: {
        text: 'Assess nutrition in full; find and treat causes; follow the weight.',
        source: 'ESPEN guideline on geriatric nutrition (2022), 10.1016/j.clnu.2022.01.024',
      },
    },
    { id: 'normal', from: 12, interpretation: 'Normal nutritional status (12–14).' },
  ],
  references: [
    {
      title:
        'Kaiser MJ et al. Validation of the Mini Nutritional Assessment short-form (MNA-SF): a ' +
        'practical tool for identification of nutritional status',
      doi: '10.1007/s12603-009-0214-7',
      year: 2009,
    },
  ],
  alsoNeeds: (v) => (v.calf_circumference === undefined ? ['bmi'] : []),
  compute({ bmi, calf_circumference = 0, ...items }) {
    const size =
      bmi === undefined
        ? { calf_circumference: calfPoints(calf_circumference) }
        : { bmi: bmiPoints(bmi) };
    return sumOf({
      food_intake_decline: Number(items.food_intake_decline),
      weight_loss_3_months: Number(items.weight_loss_3_months),
      gets_out: Number(items.gets_out),
      stress_or_acute_disease: Number(items.stress_or_acute_disease),
      neuropsychological_problems: Number(items.neuropsychological_problems),
      ...size,
    });
  },
});
