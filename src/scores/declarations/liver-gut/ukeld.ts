import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { bilirubinMicromoles } from './bilirubin-micromoles.js';

const CREATININE_UMOL = 88.4;

/**
 * UKELD: 5.395 ln INR + 1.485 ln creatinine (µmol/L) + 3.13 ln bilirubin (µmol/L) − 81.565 ln sodium
 * (mmol/L) + 435. Barber 2011.
 */
export const ukeld = defineScore({
  id: 'ukeld',
  name: 'UKELD (United Kingdom model for end-stage liver disease)',
  aliases: ['uk_meld'],
  group: 'liver and gut',
  purpose: 'Says who qualifies for the liver transplant list in the United Kingdom.',
  population: 'Adults with chronic liver disease',
  unit: '{score}',
  decimals: 0,
  range: { min: -10, max: 130 },
  inputs: {
    inr: quantity('inr', { monotone: 'rising' }),
    creatinine: quantity('creatinine', { monotone: 'rising' }),
    bilirubin: quantity('bilirubin', { monotone: 'rising' }),
    sodium: quantity('sodium', { monotone: 'falling' }),
  },
  categories: [
    { id: 'below threshold', from: -10, interpretation: 'Below the threshold for listing of 49.' },
    {
      id: 'listing threshold',
      from: 49,
      interpretation: 'At or above 49: more than 9 % die within a year without transplantation.',
      action: {
        text: 'Refer for assessment for liver transplantation.',
        source: 'NHSBT liver selection policy POL195',
      },
    },
  ],
  references: [
    {
      title:
        'Barber K et al. Elective liver transplant list mortality: development of a United Kingdom ' +
        'end-stage liver disease score',
      doi: '10.1097/TP.0b013e318225db4d',
      year: 2011,
    },
  ],
  compute: (v) => ({
    value:
      Math.round(
        5.395 * Math.log(v.inr) +
          1.485 * Math.log(v.creatinine * CREATININE_UMOL) +
          3.13 * Math.log(bilirubinMicromoles(v.bilirubin)) -
          81.565 * Math.log(v.sodium) +
          435,
      ) + 0,
  }),
});
