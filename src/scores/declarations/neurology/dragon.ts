import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { EARLY_INFARCT_SIGNS, HYPERDENSE_ARTERY, nihssTotal } from './stroke-inputs.js';

const agePoints = stepsFrom(0, [65, 1], [80, 2]);
const nihssPoints = stepsFrom(0, [5, 1], [10, 2], [16, 3]);

/** Outcome after three months by score, where Strbian 2012 states it (mRS 5–6 and mRS 0–2). */
const MISERABLE: Readonly<Record<number, number>> = {
  0: 0,
  1: 0,
  2: 0.02,
  3: 0.05,
  8: 0.7,
  9: 1,
  10: 1,
};
const GOOD: Readonly<Record<number, number>> = {
  0: 0.96,
  1: 0.96,
  2: 0.88,
  3: 0.74,
  8: 0,
  9: 0,
  10: 0,
};

/** Outcome three months after thrombolysis for stroke (Strbian 2012). */
export const dragon = defineScore({
  id: 'dragon',
  name: 'DRAGON score',
  aliases: ['dragon_score'],
  group: 'neurology',
  purpose: 'Predicts the outcome three months after intravenous alteplase for stroke.',
  population: 'Adults with acute ischaemic stroke (not of the basilar artery) given alteplase',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    hyperdense_artery_sign: HYPERDENSE_ARTERY,
    early_infarct_signs: EARLY_INFARCT_SIGNS,
    prestroke_mrs_above_1: ownFlag('Modified Rankin Scale before the stroke above 1'),
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'rising' }),
    glucose: quantity('glucose', { cuts: [145], monotone: 'rising' }),
    onset_to_treatment_minutes: ownQuantity('Onset to treatment', 'min', [0, 540], 1, {
      cuts: [91],
      monotone: 'rising',
    }),
    nihss: { ...nihssTotal(nihssPoints.cuts), monotone: 'rising' },
  },
  categories: [
    { id: 'good', from: 0, interpretation: 'A good outcome (mRS 0–2) is likely (74–96 %).' },
    { id: 'intermediate', from: 4, interpretation: 'Intermediate outcome.' },
    {
      id: 'poor',
      from: 8,
      interpretation: 'Nobody had a good outcome; 70–100 % were bedridden or dead (mRS 5–6).',
    },
  ],
  references: [
    {
      title:
        'Strbian D et al. Predicting outcome of IV thrombolysis-treated ischemic stroke: DRAGON',
      doi: '10.1212/WNL.0b013e318245d2a9',
      year: 2012,
    },
  ],
  compute(v) {
    const points = {
      hyperdense_artery_sign: pointsIf(v.hyperdense_artery_sign),
      early_infarct_signs: pointsIf(v.early_infarct_signs),
      prestroke_mrs_above_1: pointsIf(v.prestroke_mrs_above_1),
      age: agePoints(v.age),
      // Above 8 mmol/L, which the authors give as above 144 mg/dL.
      glucose: pointsIf(Math.round(v.glucose) > 144),
      onset_to_treatment_minutes: pointsIf(v.onset_to_treatment_minutes > 90),
      nihss: nihssPoints(v.nihss),
    };
    const { value } = sumOf(points);
    const miserable = MISERABLE[value];
    const good = GOOD[value];
    return {
      value,
      points,
      ...(miserable !== undefined && {
        risk: {
          outcome: 'bedridden or dead (mRS 5–6)',
          probability: miserable,
          horizon: '3 months',
        },
      }),
      ...(good !== undefined && {
        derived: [{ name: 'probability_good_outcome', value: good, unit: '1' }],
      }),
    };
  },
});
