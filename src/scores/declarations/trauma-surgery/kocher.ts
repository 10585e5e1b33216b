import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Probability of septic arthritis by number of predictors (Kocher 1999; 0 is "below 0.2 %"). */
const SEPTIC = [0.002, 0.03, 0.4, 0.931, 0.996];

/** Septic arthritis of a child's hip against transient synovitis (Kocher 1999). */
export const kocher = defineScore({
  id: 'kocher',
  name: 'Kocher criteria for septic arthritis of the hip',
  aliases: ['kocher_criteria', 'kocher_septic_arthritis'],
  group: 'trauma and surgery',
  purpose: 'Distinguishes septic arthritis of the hip from transient synovitis in a child.',
  population: 'Children with an acutely irritable hip',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    non_weight_bearing: ownFlag('Does not bear weight'),
    fever_38_5: ownFlag('Fever: oral temperature of 38.5 °C or more, measured or in the history'),
    esr: ownQuantity('Erythrocyte sedimentation rate', 'mm/h', [0, 200], 1, {
      cuts: [40],
      monotone: 'rising',
    }),
    wbc: quantity('wbc', { cuts: [12], monotone: 'rising' }),
    age: { ...quantity('age', { max: 18 }), optional: true },
  },
  categories: [
    { id: 'very-low', from: 0, interpretation: 'No predictor: septic arthritis in under 0.2 %.' },
    { id: 'low', from: 1, interpretation: 'One predictor: septic arthritis in 3 %.' },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Two predictors: septic arthritis in 40 %.',
      action: {
        text: 'Ultrasound and aspiration of the hip.',
        source: 'Kocher 1999, 10.2106/00004623-199912000-00002',
      },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'Three or four predictors: septic arthritis in 93–99.6 %.',
      action: {
        text: 'Aspiration in the operating theatre, ready to drain the joint.',
        source: 'Kocher 1999, 10.2106/00004623-199912000-00002',
      },
    },
  ],
  references: [
    {
      title:
        'Kocher MS, Zurakowski D, Kasser JR. Differentiating between septic arthritis and transient ' +
        'synovitis of the hip in children',
      doi: '10.2106/00004623-199912000-00002',
      year: 1999,
    },
  ],
  compute(v) {
    const points = {
      non_weight_bearing: pointsIf(v.non_weight_bearing),
      fever_38_5: pointsIf(v.fever_38_5),
      // "At least forty millimetres" and "more than 12,000 cells" in the abstract.
      esr: pointsIf(v.esr >= 40),
      wbc: pointsIf(rounded(v.wbc, 2) > 12),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: { outcome: 'septic arthritis', probability: SEPTIC[value] ?? 0, horizon: 'now' },
    };
  },
});
