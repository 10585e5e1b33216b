import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** ABIC: age · 0.1 + bilirubin (mg/dL) · 0.08 + creatinine (mg/dL) · 0.3 + INR · 0.8 (2008). */
export const abic = defineScore({
  id: 'abic',
  name: 'ABIC score of alcoholic hepatitis',
  aliases: ['abic_score'],
  group: 'liver and gut',
  purpose: 'Predicts survival of alcoholic hepatitis.',
  population: 'Adults with alcoholic hepatitis',
  unit: '1',
  decimals: 2,
  range: { min: 0, max: 60 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    bilirubin: quantity('bilirubin', { monotone: 'rising' }),
    inr: quantity('inr', { monotone: 'rising' }),
    creatinine: quantity('creatinine', { monotone: 'rising' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: all lived for 90 days.' },
    { id: 'intermediate', from: 6.71, interpretation: 'Intermediate risk: 70 % live for 90 days.' },
    { id: 'high', from: 9, interpretation: 'High risk: 25 % live for 90 days.' },
  ],
  references: [
    {
      title:
        'Dominguez M et al. A new scoring system for prognostic stratification of patients with ' +
        'alcoholic hepatitis',
      doi: '10.1111/j.1572-0241.2008.02104.x',
      year: 2008,
    },
  ],
  compute(v) {
    const value = rounded(0.1 * v.age + 0.08 * v.bilirubin + 0.3 * v.creatinine + 0.8 * v.inr, 2);
    const probability = value >= 9 ? 0.75 : value >= 6.71 ? 0.3 : 0;
    return { value, risk: { outcome: 'death', probability, horizon: '90 days' } };
  },
});
