import { flag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [75, 1]);

/** Gage 2001: strokes per year, adjusted for aspirin, by points 0 to 6. */
const STROKES = [0.019, 0.028, 0.04, 0.059, 0.085, 0.125, 0.182];

/** The older score of stroke in atrial fibrillation (Gage 2001). */
export const chads2 = defineScore({
  id: 'chads2',
  name: 'CHADS₂ score',
  aliases: ['chads'],
  group: 'cardiology',
  purpose:
    'Estimates the yearly risk of stroke in atrial fibrillation; superseded by CHA₂DS₂-VASc.',
  population: 'Adults with non-rheumatic atrial fibrillation',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    congestive_heart_failure: flag('congestive_heart_failure'),
    hypertension: flag('hypertension'),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    diabetes: flag('diabetes'),
    stroke_tia_thromboembolism: flag('stroke_tia_thromboembolism', {
      title: 'Earlier stroke or TIA',
      help: 'An embolism outside the brain does not count here.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of stroke.' },
    { id: 'moderate', from: 1, interpretation: 'Moderate risk of stroke.' },
    { id: 'high', from: 2, interpretation: 'High risk of stroke.' },
  ],
  references: [
    {
      title: 'Gage BF et al. Validation of clinical classification schemes for predicting stroke',
      doi: '10.1001/jama.285.22.2864',
      year: 2001,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      congestive_heart_failure: pointsIf(v.congestive_heart_failure),
      hypertension: pointsIf(v.hypertension),
      age: age(v.age),
      diabetes: pointsIf(v.diabetes),
      stroke_tia_thromboembolism: pointsIf(v.stroke_tia_thromboembolism, 2),
    });
    const probability = STROKES[value] ?? 0;
    return { value, points, risk: { outcome: 'stroke', probability, horizon: '1 year' } };
  },
});
