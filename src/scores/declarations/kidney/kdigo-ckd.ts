import { quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom } from '../../score.js';
import { KDIGO_CKD_2024 } from './gfr-categories.js';

const G_NAMES = ['G5', 'G4', 'G3b', 'G3a', 'G2', 'G1'] as const;
const A_NAMES = ['A1', 'A2', 'A3'] as const;
const gStep = stepsFrom(0, [15, 1], [30, 2], [45, 3], [60, 4], [90, 5]);
// 30 to 300 mg/g are A2, both ends included: A1 is "< 30" and A3 is "> 300".
const a2Step = stepsFrom(0, [30, 1]);
const a3Step = stepsAbove(0, [300, 1]);

/** Risk 1 (low) .. 4 (very high) by G category (G5 first) and A1..A3: the KDIGO heat map. */
const HEAT_MAP = [
  [4, 4, 4],
  [4, 4, 4],
  [3, 4, 4],
  [2, 3, 4],
  [1, 2, 3],
  [1, 2, 3],
] as const;

const action = (text: string) => ({ text, source: KDIGO_CKD_2024 });

export const kdigoCkd = defineScore({
  id: 'kdigo_ckd',
  name: 'KDIGO heat map of chronic kidney disease',
  aliases: ['ckd_stage', 'kdigo_ckd_risk', 'ckd_heat_map'],
  group: 'kidney',
  purpose: 'Sorts GFR and albuminuria into the KDIGO category and its risk.',
  population: 'People whose GFR and albuminuria have been so for at least three months',
  unit: '{level}',
  decimals: 0,
  range: { min: 1, max: 4 },
  inputs: {
    // Whole numbers, as laboratories report: 59.5 is 60.
    egfr: quantity('egfr', { cuts: gStep.cuts, monotone: 'falling' }),
    urine_acr: quantity('urine_acr', {
      cuts: [...a2Step.cuts, ...a3Step.cuts],
      monotone: 'rising',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 1,
      interpretation: 'Low risk; no chronic kidney disease unless there is another sign of damage.',
    },
    {
      id: 'moderate',
      from: 2,
      interpretation: 'Moderately increased risk.',
      action: action('Treat risk factors; measure GFR and albuminuria at least yearly.'),
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk.',
      action: action(
        'Treat risk factors; measure GFR and albuminuria more often than yearly; refer if the ' +
          'albumin–creatinine ratio is 300 mg/g or more.',
      ),
    },
    {
      id: 'very high',
      from: 4,
      interpretation: 'Very high risk.',
      action: action(
        'Refer to nephrology (eGFR below 30, or severe albuminuria); measure GFR and albuminuria ' +
          'several times a year; review drug doses.',
      ),
    },
  ],
  references: [
    {
      title:
        'KDIGO 2024 Clinical Practice Guideline for the Evaluation and Management of Chronic ' +
        'Kidney Disease',
      doi: '10.1016/j.kint.2023.10.018',
      year: 2024,
    },
  ],
  compute({ egfr, urine_acr }) {
    const g = gStep(Math.round(egfr));
    const a = a2Step(urine_acr) + a3Step(urine_acr);
    return {
      value: HEAT_MAP[g]?.[a] ?? Number.NaN,
      derived: [
        { name: 'gfr_category', value: G_NAMES[g] ?? '' },
        { name: 'albuminuria_category', value: A_NAMES[a] ?? '' },
      ],
    };
  },
});
