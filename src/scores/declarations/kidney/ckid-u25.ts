import { quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';

/** K of the CKiD U25 creatinine equation by age in years and sex. */
function ckidK(age: number, sexAtBirth: 'M' | 'F'): number {
  const female = sexAtBirth === 'F';
  if (age >= 18) return female ? 41.4 : 50.8;
  const growth = age < 12 ? 1.008 : female ? 1.023 : 1.045;
  return (female ? 36.1 : 39) * growth ** (age - 12);
}

/**
 * eGFR in mL/min/1.73 m² of people of 1 to 25 years: K · height in m / creatinine in mg/dL.
 * Pierce et al. 2021, doi:10.1016/j.kint.2020.10.047.
 */
export function ckidU25(
  heightCm: number,
  creatinineMgPerDl: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
): number {
  return (ckidK(ageYears, sexAtBirth) * (heightCm / 100)) / creatinineMgPerDl;
}

export const ckidU25Creatinine = defineScore({
  id: 'ckid_u25',
  name: 'CKiD U25 creatinine equation',
  aliases: ['ckid_under_25', 'egfr_ckid_u25'],
  group: 'kidney',
  purpose: 'Estimates GFR from 1 to 25 years without a step between child and adult.',
  population: 'Children and young adults of 1 to 25 years with chronic kidney disease',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  inputs: {
    age: quantity('age', { min: 1, max: 25, cuts: [12, 18], monotone: 'rising' }),
    sex: sex(),
    height: quantity('height', { min: 50, monotone: 'rising' }),
    creatinine: quantity('creatinine', { monotone: 'falling' }),
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title:
        'Pierce CB et al. Age- and sex-dependent clinical equations to estimate glomerular ' +
        'filtration rates in children and young adults with chronic kidney disease',
      doi: '10.1016/j.kint.2020.10.047',
      year: 2021,
    },
  ],
  compute: ({ age, sex: sexAtBirth, height, creatinine }) => ({
    value: Math.round(ckidU25(height, creatinine, age, sexAtBirth)),
  }),
});
