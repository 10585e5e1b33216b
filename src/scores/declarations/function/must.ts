import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, sumOf } from '../../score.js';

const BAPEN = 'BAPEN, The MUST explanatory booklet';

/** Above 20 kg/m2 none, 18.5 to 20 one, below 18.5 two points; written with one decimal. */
function bmiPoints(bmi: number): number {
  const kgPerM2 = rounded(bmi, 1);
  if (kgPerM2 < 18.5) return 2;
  return kgPerM2 <= 20 ? 1 : 0;
}

// Below 5 % none, 5 to 10 % one, above 10 % two points.
const aboveTen = stepsAbove(0, [10, 1]);
const lossPoints = (percent: number) => pointsIf(percent >= 5) + aboveTen(percent);

/** Risk of malnutrition from BMI, loss of weight and acute disease (BAPEN 2003). */
export const must = defineScore({
  id: 'must',
  name: 'Malnutrition Universal Screening Tool',
  aliases: ['malnutrition_universal_screening_tool', 'must_score'],
  group: 'function and frailty',
  purpose: 'Screens for malnutrition and the risk of it.',
  population: 'Adults in hospital, in care and at home',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    bmi: quantity('bmi', { cuts: [18.5, 20], monotone: 'falling' }),
    unplanned_weight_loss_percent: ownQuantity(
      'Unplanned loss of weight in the last three to six months',
      '%',
      [0, 80],
      0.1,
      { cuts: [5, 10], monotone: 'rising' },
    ),
    acute_disease_without_intake: ownFlag(
      'Acutely ill, and no nutritional intake for more than 5 days or likely to have none',
    ),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of malnutrition.',
      action: { text: 'Routine care; repeat (hospital: weekly).', source: BAPEN },
    },
    {
      id: 'medium',
      from: 1,
      interpretation: 'Medium risk of malnutrition.',
      action: { text: 'Observe: record the intake for three days; repeat.', source: BAPEN },
    },
    {
      id: 'high',
      from: 2,
      interpretation: 'High risk of malnutrition (2 and more).',
      action: {
        text: 'Treat: dietitian or nutrition support team; set goals, monitor the plan.',
        source: BAPEN,
      },
    },
  ],
  references: [
    {
      title: 'Elia M (BAPEN). The MUST report: nutritional screening of adults',
      url: 'https://www.bapen.org.uk/must-and-self-screening/must-toolkit/',
      year: 2003,
    },
    {
      title:
        'Stratton RJ et al. Malnutrition in hospital outpatients and inpatients: prevalence, ' +
        'concurrent validity and ease of use of the malnutrition universal screening tool (MUST)',
      doi: '10.1079/BJN20041258',
      year: 2004,
    },
  ],
  compute: (v) =>
    sumOf({
      bmi: bmiPoints(v.bmi),
      unplanned_weight_loss_percent: lossPoints(v.unplanned_weight_loss_percent),
      acute_disease_without_intake: pointsIf(v.acute_disease_without_intake, 2),
    }),
});
