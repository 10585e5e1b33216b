import { ckdEpi2021 } from '../../../patient-record/chart/kidney-function.js';
import { defineScore } from '../../score.js';
import { ckdEpi2012Cystatin } from './ckd-epi-2012-cystatin.js';
import { type CombinedEquation, ckdEpiCombined, INKER_2021 } from './ckd-epi-combined.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { ADULT_AGE_AND_SEX, GFR_CREATININE, GFR_CYSTATIN_C } from './gfr-inputs.js';

const EQUATION: CombinedEquation = {
  creatinine: { F: -0.219, M: -0.144, above: -0.544 },
  cystatin: { below: -0.323, above: -0.778 },
  perYear: 0.9961,
  women: 0.963,
};

/**
 * eGFR in mL/min/1.73 m² from creatinine in mg/dL, cystatin C in mg/L, age in years and sex.
 *
 * 135 · min(Scr/κ, 1)^α · max(Scr/κ, 1)^−0.544 · min(Scys/0.8, 1)^−0.323 · max(Scys/0.8, 1)^−0.778 ·
 * 0.9961^age (· 0.963 in women), with κ 0.7 (women), 0.9 (men) and α −0.219, −0.144.
 * Inker et al. 2021, doi:10.1056/NEJMoa2102953.
 */
export function ckdEpi2021Combined(
  creatinineMgPerDl: number,
  cystatinMgPerL: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
) {
  return ckdEpiCombined(EQUATION, creatinineMgPerDl, cystatinMgPerL, ageYears, sexAtBirth);
}

export const ckdEpi2021CreatinineCystatin = defineScore({
  id: 'ckd_epi_2021_combined',
  name: 'CKD-EPI creatinine–cystatin C equation 2021',
  aliases: ['ckd_epi_2021_creatinine_cystatin', 'egfr_creatinine_cystatin'],
  group: 'kidney',
  purpose:
    'Estimates the glomerular filtration rate from creatinine and cystatin C together, without race.',
  population: 'Adults of 18 years and over with stable, standardised creatinine and cystatin C',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 300 },
  inputs: {
    creatinine: GFR_CREATININE,
    cystatin_c: GFR_CYSTATIN_C,
    ...ADULT_AGE_AND_SEX,
  },
  categories: GFR_CATEGORIES,
  references: [INKER_2021],
  compute: ({ creatinine, cystatin_c, age, sex: sexAtBirth }) => ({
    value: Math.round(ckdEpi2021Combined(creatinine, cystatin_c, age, sexAtBirth)),
    derived: [
      {
        name: 'egfr_creatinine',
        value: Math.round(ckdEpi2021(creatinine, age, sexAtBirth)),
        unit: 'mL/min/{1.73_m2}',
      },
      {
        name: 'egfr_cystatin',
        value: Math.round(ckdEpi2012Cystatin(cystatin_c, age, sexAtBirth)),
        unit: 'mL/min/{1.73_m2}',
      },
    ],
  }),
});
