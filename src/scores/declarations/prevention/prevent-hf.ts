import { quantity } from '../../input.js';
import { type Category, defineScore } from '../../score.js';
import { refuseEstablished } from './established-disease.js';
import {
  PREVENT_INPUTS,
  PREVENT_POPULATION,
  PREVENT_REFERENCE,
  preventPatient,
  preventResult,
} from './prevent.js';

// No guideline has a threshold for it; 10 % is what Sussman et al. called elevated.
const CATEGORIES: readonly Category[] = [
  { id: 'low', from: 0, interpretation: 'Below 10 % in 10 years; no guideline has a threshold.' },
  {
    id: 'elevated',
    from: 10,
    interpretation: 'Elevated: 10 % or more in 10 years; no guideline has a threshold.',
  },
];

/** 10- and 30-year risk of heart failure by the PREVENT equations. */
export const preventHf = defineScore({
  id: 'prevent_hf',
  name: 'AHA PREVENT, heart failure',
  aliases: ['aha_prevent_hf', 'prevent_heart_failure'],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the risk of a first episode of heart failure.',
  population: PREVENT_POPULATION,
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: { ...PREVENT_INPUTS, bmi: quantity('bmi', { min: 18.5, max: 39.99, cuts: [30] }) },
  categories: CATEGORIES,
  references: [
    PREVENT_REFERENCE,
    {
      title:
        'Sussman JB et al. Heart failure risk of US adults by the PREVENT equations (NHANES), ' +
        'Annals of Internal Medicine',
      url: 'https://tctmd.com/news/prevent-tool-accurately-predicts-hf-risk-strong-ascvd-overlap',
      year: 2024,
    },
  ],
  refuses: (v) => refuseEstablished(v),
  compute: (v) => preventResult(preventPatient(v), 'hf', 'first heart failure', CATEGORIES),
});
