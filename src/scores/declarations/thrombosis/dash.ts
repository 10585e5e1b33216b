import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(1, [50, 0]);

/** Recurrence after unprovoked venous thromboembolism (Tosetto 2012). */
export const dash = defineScore({
  id: 'dash',
  name: 'DASH prediction score',
  aliases: ['dash_vte', 'dash_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the yearly recurrence of venous thromboembolism after anticoagulation.',
  population: 'Adults after a first unprovoked thromboembolism and 3 months of anticoagulation',
  unit: '{score}',
  decimals: 0,
  range: { min: -2, max: 4 },
  inputs: {
    abnormal_d_dimer_after_anticoagulation: ownFlag(
      'Abnormal D-dimer about one month after anticoagulation was stopped',
    ),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'falling' }),
    sex: sex(),
    hormone_associated_vte: {
      ...ownFlag('Woman who took oestrogen at the time of the thromboembolism', {
        fixed: true,
        help: 'Not asked of men.',
      }),
      optional: true,
    },
  },
  categories: [
    { id: 'low', from: -2, interpretation: 'Low risk (up to 1): 3.1 % recurrence a year.' },
    { id: 'intermediate', from: 2, interpretation: 'Intermediate risk: 6.4 % recurrence a year.' },
    { id: 'high', from: 3, interpretation: 'High risk (3 and above): 12.3 % recurrence a year.' },
  ],
  references: [
    {
      title: 'Tosetto A et al. Predicting disease recurrence in unprovoked VTE: DASH',
      doi: '10.1111/j.1538-7836.2012.04735.x',
      year: 2012,
    },
  ],
  alsoNeeds: (v) => (v.sex === 'M' ? [] : ['hormone_associated_vte']),
  compute(v) {
    const { value, points } = sumOf({
      abnormal_d_dimer_after_anticoagulation: pointsIf(v.abnormal_d_dimer_after_anticoagulation, 2),
      age: age(v.age),
      sex: pointsIf(v.sex === 'M'),
      hormone_associated_vte: v.sex === 'F' && v.hormone_associated_vte ? -2 : 0,
    });
    const probability = value >= 3 ? 0.123 : value === 2 ? 0.064 : 0.031;
    return {
      value,
      points,
      risk: { outcome: 'recurrent venous thromboembolism', probability, horizon: '1 year' },
    };
  },
});
