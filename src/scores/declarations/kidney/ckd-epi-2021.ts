import { ckdEpi2021 } from '../../../patient-record/chart/kidney-function.js';
import { defineScore } from '../../score.js';
import { INKER_2021 } from './ckd-epi-combined.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { ADULT_AGE_AND_SEX, GFR_CREATININE } from './gfr-inputs.js';

export const ckdEpi2021Creatinine = defineScore({
  id: 'ckd_epi_2021',
  name: 'CKD-EPI creatinine equation 2021',
  aliases: ['egfr', 'egfr_ckd_epi', 'ckd_epi', 'ckd_epi_2021_creatinine'],
  group: 'kidney',
  purpose: 'Estimates the glomerular filtration rate from serum creatinine, without race.',
  population: 'Adults of 18 years and over with a stable creatinine (IDMS-traceable)',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 250 },
  inputs: {
    creatinine: GFR_CREATININE,
    ...ADULT_AGE_AND_SEX,
  },
  categories: GFR_CATEGORIES,
  references: [INKER_2021],
  compute: ({ creatinine, age, sex: sexAtBirth }) => ({
    value: Math.round(ckdEpi2021(creatinine, age, sexAtBirth)),
  }),
});
