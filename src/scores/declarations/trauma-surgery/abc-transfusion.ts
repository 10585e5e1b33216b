import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Need of a massive transfusion from four bedside findings (Nunez 2009). */
export const abcTransfusion = defineScore({
  id: 'abc_massive_transfusion',
  name: 'ABC score (Assessment of Blood Consumption)',
  aliases: ['abc_score', 'abc', 'assessment_of_blood_consumption'],
  group: 'trauma and surgery',
  purpose: 'Predicts the need of a massive transfusion after trauma.',
  population: 'Adults with major trauma on arrival',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    penetrating_injury: ownFlag('Penetrating mechanism'),
    fast_positive: ownFlag('Positive FAST: free intra-abdominal fluid on ultrasound'),
    systolic_bp: quantity('systolic_bp', { min: 0, cuts: [90], monotone: 'falling' }),
    heart_rate: quantity('heart_rate', { cuts: [120], monotone: 'rising' }),
  },
  categories: [
    { id: 'unlikely', from: 0, interpretation: 'A massive transfusion is unlikely (0–1).' },
    {
      id: 'likely',
      from: 2,
      interpretation: 'A massive transfusion is likely (2 or more).',
      action: {
        text: 'Activate the massive transfusion protocol.',
        source: 'Nunez 2009, 10.1097/TA.0b013e3181961c35',
      },
    },
  ],
  references: [
    {
      title: 'Nunez TC et al. Early prediction of massive transfusion in trauma: simple as ABC?',
      doi: '10.1097/TA.0b013e3181961c35',
      year: 2009,
    },
  ],
  compute: (v) =>
    sumOf({
      penetrating_injury: pointsIf(v.penetrating_injury),
      fast_positive: pointsIf(v.fast_positive),
      systolic_bp: pointsIf(v.systolic_bp <= 90),
      heart_rate: pointsIf(v.heart_rate >= 120),
    }),
});
