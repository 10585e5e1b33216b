import { quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';

const UMOL_PER_MG_DL = 88.4;
const GROWN_UP = 25;
const DECLINE_FROM = 40;

/** Median creatinine in mg/dL of healthy white Europeans of an age and sex: the Q of the equation. */
function medianCreatinine(age: number, sexAtBirth: 'M' | 'F'): number {
  if (age > GROWN_UP) return sexAtBirth === 'F' ? 0.7 : 0.9;
  const lnUmol =
    sexAtBirth === 'F'
      ? 3.08 + 0.177 * age - 0.223 * Math.log(age) - 0.00596 * age ** 2 + 0.0000686 * age ** 3
      : 3.2 + 0.259 * age - 0.543 * Math.log(age) - 0.00763 * age ** 2 + 0.000079 * age ** 3;
  return Math.exp(lnUmol) / UMOL_PER_MG_DL;
}

/**
 * eGFR in mL/min/1.73 m² from creatinine in mg/dL, age in years (2 and over) and sex.
 *
 * 107.3 · (Scr/Q)^α · 0.990^(age − 40) above 40, with α −0.322 below Q and −1.132 from Q on.
 * Pottel et al. 2021, doi:10.7326/M20-4366.
 */
export function ekfc(creatinineMgPerDl: number, ageYears: number, sexAtBirth: 'M' | 'F'): number {
  const ratio = creatinineMgPerDl / medianCreatinine(ageYears, sexAtBirth);
  return (
    107.3 * ratio ** (ratio < 1 ? -0.322 : -1.132) * 0.99 ** Math.max(0, ageYears - DECLINE_FROM)
  );
}

export const ekfcCreatinine = defineScore({
  id: 'ekfc',
  name: 'EKFC creatinine equation 2021',
  aliases: ['egfr_ekfc', 'ekfc_2021'],
  group: 'kidney',
  purpose:
    'Estimates the glomerular filtration rate in children and adults, as European centres do.',
  population: 'White Europeans from 2 years on with a stable creatinine; elsewhere Q may differ',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 260 },
  inputs: {
    creatinine: quantity('creatinine', { monotone: 'falling' }),
    age: quantity('age', { min: 2, max: 100, cuts: [GROWN_UP, DECLINE_FROM] }),
    sex: sex(),
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title:
        'Pottel H et al. Development and validation of a modified full age spectrum ' +
        'creatinine-based equation to estimate glomerular filtration rate',
      doi: '10.7326/M20-4366',
      year: 2021,
    },
  ],
  compute: ({ creatinine, age, sex: sexAtBirth }) => ({
    value: Math.round(ekfc(creatinine, age, sexAtBirth)),
  }),
});
