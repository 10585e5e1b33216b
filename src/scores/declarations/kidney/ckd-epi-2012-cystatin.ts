import { defineScore } from '../../score.js';
import { INKER_2012 } from './ckd-epi-combined.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { ADULT_AGE_AND_SEX, GFR_CYSTATIN_C } from './gfr-inputs.js';

/**
 * eGFR in mL/min/1.73 m² from cystatin C in mg/L, age in years and sex.
 *
 * 133 · min(Scys/0.8, 1)^−0.499 · max(Scys/0.8, 1)^−1.328 · 0.996^age (· 0.932 in women).
 * Inker et al. 2012, doi:10.1056/NEJMoa1114248. Some pages print 0.9962^age; the paper and KDIGO 2012
 * have 0.996.
 */
export function ckdEpi2012Cystatin(
  cystatinMgPerL: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
) {
  const ratio = cystatinMgPerL / 0.8;
  return (
    133 *
    Math.min(ratio, 1) ** -0.499 *
    Math.max(ratio, 1) ** -1.328 *
    0.996 ** ageYears *
    (sexAtBirth === 'F' ? 0.932 : 1)
  );
}

export const ckdEpi2012CystatinC = defineScore({
  id: 'ckd_epi_2012_cystatin',
  name: 'CKD-EPI cystatin C equation 2012',
  aliases: ['egfr_cystatin', 'ckd_epi_cystatin_c', 'ckd_epi_2012_cystatin_c'],
  group: 'kidney',
  purpose: 'Estimates the glomerular filtration rate from cystatin C, without creatinine and race.',
  population: 'Adults of 18 years and over with a standardised cystatin C assay, in steady state',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 260 },
  inputs: {
    cystatin_c: GFR_CYSTATIN_C,
    ...ADULT_AGE_AND_SEX,
  },
  categories: GFR_CATEGORIES,
  references: [INKER_2012],
  compute: ({ cystatin_c, age, sex: sexAtBirth }) => ({
    value: Math.round(ckdEpi2012Cystatin(cystatin_c, age, sexAtBirth)),
  }),
});
