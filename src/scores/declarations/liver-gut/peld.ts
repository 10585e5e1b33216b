import { ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { atLeastOne } from './meld-formula.js';

/**
 * PELD: 10 · (0.480 ln bilirubin + 1.857 ln INR − 0.687 ln albumin + 0.436 below one year of age +
 * 0.667 with growth failure). Values below 1 count as 1. McDiarmid 2002; OPTN until July 2023.
 */
export const peld = defineScore({
  id: 'peld',
  name: 'PELD (paediatric end-stage liver disease)',
  aliases: ['peld_score'],
  group: 'liver and gut',
  purpose: 'Predicts death or intensive care in children who wait for a liver.',
  population: 'Children below 12 years with chronic liver disease',
  unit: '{score}',
  decimals: 0,
  range: { min: -20, max: 120 },
  inputs: {
    bilirubin: quantity('bilirubin', { monotone: 'rising' }),
    inr: quantity('inr', { monotone: 'rising' }),
    albumin: quantity('albumin', { monotone: 'falling' }),
    age: quantity('age', { max: 12, cuts: [1] }),
    growth_failure: ownFlag('Growth failure', {
      help: 'Height or weight more than 2 standard deviations below the mean for age and sex.',
    }),
  },
  categories: [
    {
      id: 'peld',
      from: -20,
      interpretation:
        'The higher, the greater the risk of death within three months; there are no fixed bands.',
    },
  ],
  references: [
    {
      title:
        'McDiarmid SV et al. Development of a pediatric end-stage liver disease score to predict ' +
        'poor outcome in children awaiting liver transplantation',
      doi: '10.1097/00007890-200207270-00006',
      year: 2002,
    },
  ],
  refuses: ({ age }) =>
    age !== undefined && age >= 12
      ? { input: 'age', issue: 'PELD holds below 12 years; use MELD 3.0 from 12 years on' }
      : undefined,
  compute(v) {
    const score =
      0.48 * Math.log(atLeastOne(v.bilirubin)) +
      1.857 * Math.log(atLeastOne(v.inr)) -
      0.687 * Math.log(atLeastOne(v.albumin)) +
      (v.age < 1 ? 0.436 : 0) +
      (v.growth_failure ? 0.667 : 0);
    return {
      value: Math.round(score * 10) + 0,
      warnings: [
        'since July 2023 the OPTN allocates by PELD Cr, which has other coefficients and creatinine',
        'a child listed before its first birthday keeps the points of age until 24 months',
      ],
    };
  },
});
