import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ageInDays, ILL_APPEARING } from './febrile-infant.js';

/** Predictors of a serious bacterial infection that a febrile infant has (Kuppermann 2019). */
export const pecarnFebrileInfant = defineScore({
  id: 'pecarn_febrile_infant',
  name: 'PECARN rule for the febrile infant',
  aliases: ['pecarn_febrile_infants', 'pecarn_sbi'],
  group: 'paediatrics',
  purpose: 'Identifies which febrile infants are at low risk of a serious bacterial infection.',
  population: 'Well-looking febrile infants of up to 60 days; best used from 29 days on',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    age_days: ageInDays(60),
    ill_appearing: ILL_APPEARING,
    positive_urinalysis: ownFlag('Urinalysis positive', {
      help: 'Leukocyte esterase, nitrite, or more than 5 white cells per high-power field.',
    }),
    neutrophils: quantity('neutrophils', { cuts: [4.09], monotone: 'rising', precision: 0.01 }),
    procalcitonin: quantity('procalcitonin', { cuts: [1.71], monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low risk',
      from: 0,
      interpretation: 'None of the three predictors: a serious bacterial infection is unlikely.',
      action: {
        text: 'Lumbar puncture and antibiotics may be left out at 29 to 60 days.',
        source: 'Kuppermann 2019, 10.1001/jamapediatrics.2018.5501',
      },
    },
    {
      id: 'not low risk',
      from: 1,
      interpretation: 'At least one predictor: not at low risk, which does not prove an infection.',
      action: {
        text: 'Cultures and antibiotics as for every young febrile infant.',
        source: 'Kuppermann 2019, 10.1001/jamapediatrics.2018.5501',
      },
    },
  ],
  references: [
    {
      title:
        'Kuppermann N et al. A clinical prediction rule to identify febrile infants 60 days and ' +
        'younger at low risk for serious bacterial infections',
      doi: '10.1001/jamapediatrics.2018.5501',
      year: 2019,
    },
  ],
  refuses({ ill_appearing }) {
    return ill_appearing
      ? { input: 'ill_appearing', issue: 'the rule does not hold for an infant that looks ill' }
      : undefined;
  },
  compute(v) {
    const { value, points } = sumOf({
      positive_urinalysis: pointsIf(v.positive_urinalysis),
      neutrophils: pointsIf(v.neutrophils > 4.09),
      procalcitonin: pointsIf(v.procalcitonin > 1.71),
    });
    return {
      value,
      points,
      warnings:
        v.age_days < 29
          ? ['its authors advise against using the rule up to 28 days of age']
          : undefined,
    };
  },
});
