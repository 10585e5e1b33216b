import { ckdEpi2021 } from '../../../chart/kidney-function.js';
import { quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';

export const ckdEpi2021Creatinine = defineScore({
  id: 'ckd_epi_2021',
  name: 'CKD-EPI creatinine equation 2021',
  aliases: ['egfr_ckd_epi', 'ckd_epi', 'ckd_epi_2021_creatinine'],
  group: 'kidney',
  purpose: 'Estimates the glomerular filtration rate from serum creatinine, without race.',
  population: 'Adults of 18 years and over with a stable creatinine (IDMS-traceable)',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 250 },
  inputs: {
    creatinine: quantity('creatinine', { monotone: 'falling' }),
    age: quantity('age', { min: 18, monotone: 'falling' }),
    sex: sex(),
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title:
        'Inker LA et al. New creatinine- and cystatin C-based equations to estimate GFR without race',
      doi: '10.1056/NEJMoa2102953',
      year: 2021,
    },
  ],
  compute: ({ creatinine, age, sex: sexAtBirth }) => ({
    value: Math.round(ckdEpi2021(creatinine, age, sexAtBirth)),
  }),
});
