import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';
import { bilirubinMicromoles } from './bilirubin-micromoles.js';

const age = stepsFrom(1, [50, 2]);
const wbc = stepsFrom(1, [15, 2]);
const urea = stepsFrom(1, [5, 2]);
const inrPoints = (value: number) => (value > 2 ? 3 : value >= 1.5 ? 2 : 1);
const bilirubinPoints = (umol: number) => (umol > 250 ? 3 : umol >= 125 ? 2 : 1);

/** Mortality of alcoholic hepatitis (Forrest 2005). */
export const glasgowAlcoholicHepatitis = defineScore({
  id: 'glasgow_alcoholic_hepatitis',
  name: 'Glasgow alcoholic hepatitis score',
  aliases: ['gahs'],
  group: 'liver and gut',
  purpose: 'Predicts mortality of alcoholic hepatitis and who gains from corticosteroids.',
  population: 'Adults with alcoholic hepatitis, on day 1 or days 6 to 9 in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 5, max: 12 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts }),
    wbc: quantity('wbc', { cuts: wbc.cuts }),
    urea: quantity('urea', {
      cuts: urea.cuts,
      help: 'Urea, not urea nitrogen: send blood urea nitrogen as bun.',
    }),
    inr: quantity('inr', { cuts: [1.5, 2] }),
    bilirubin: quantity('bilirubin', { cuts: [7.3, 14.6] }),
  },
  categories: [
    {
      id: 'low',
      from: 5,
      interpretation: 'Better prognosis: corticosteroids made no difference below 9.',
    },
    {
      id: 'high',
      from: 9,
      interpretation: 'Poor prognosis: half live for 28 days without corticosteroids.',
      action: {
        text: 'With a discriminant function of 32 or more, corticosteroids: 78 % lived 28 days.',
        source: 'Forrest 2007',
      },
    },
  ],
  references: [
    {
      title:
        'Forrest EH et al. Analysis of factors predictive of mortality in alcoholic hepatitis and ' +
        'derivation and validation of the Glasgow alcoholic hepatitis score',
      doi: '10.1136/gut.2004.050781',
      year: 2005,
    },
    {
      title:
        'Forrest EH et al. The Glasgow alcoholic hepatitis score identifies patients who may ' +
        'benefit from corticosteroids',
      doi: '10.1136/gut.2006.099226',
      year: 2007,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      wbc: wbc(v.wbc),
      urea: urea(rounded(v.urea, 2)),
      inr: inrPoints(v.inr),
      // Published in whole µmol/L: 7.3 mg/dL is 125.
      bilirubin: bilirubinPoints(Math.round(bilirubinMicromoles(v.bilirubin))),
    });
    // Day 1: 13 % and 54 % died within 28 days (Forrest 2005).
    const probability = value >= 9 ? 0.54 : 0.13;
    return { value, points, risk: { outcome: 'death', probability, horizon: '28 days' } };
  },
});
