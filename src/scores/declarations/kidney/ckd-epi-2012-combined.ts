import { defineScore } from '../../score.js';
import { type CombinedEquation, ckdEpiCombined, INKER_2012 } from './ckd-epi-combined.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { ADULT_AGE_AND_SEX, BLACK_RACE, GFR_CREATININE, GFR_CYSTATIN_C } from './gfr-inputs.js';
import { raceWarnings } from './race-term.js';

const RACE_COEFFICIENT = 1.08;

const EQUATION: CombinedEquation = {
  creatinine: { F: -0.248, M: -0.207, above: -0.601 },
  cystatin: { below: -0.375, above: -0.711 },
  perYear: 0.995,
  women: 0.969,
};

/**
 * eGFR in mL/min/1.73 m² from creatinine in mg/dL, cystatin C in mg/L, age in years and sex, as before
 * 2021.
 *
 * 135 · min(Scr/κ, 1)^α · max(Scr/κ, 1)^−0.601 · min(Scys/0.8, 1)^−0.375 · max(Scys/0.8, 1)^−0.711 ·
 * 0.995^age (· 0.969 in women) (· 1.08 if Black), with κ 0.7, 0.9 and α −0.248, −0.207 (women, men).
 * Inker et al. 2012, doi:10.1056/NEJMoa1114248.
 */
export function ckdEpi2012Combined(
  creatinineMgPerDl: number,
  cystatinMgPerL: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
) {
  return ckdEpiCombined(EQUATION, creatinineMgPerDl, cystatinMgPerL, ageYears, sexAtBirth);
}

export const ckdEpi2012CreatinineCystatin = defineScore({
  id: 'ckd_epi_2012_combined',
  name: 'CKD-EPI creatinine–cystatin C equation 2012',
  aliases: ['ckd_epi_2012_creatinine_cystatin'],
  group: 'kidney',
  purpose: 'Estimates GFR as before 2021, to compare with older results; CKD-EPI 2021 replaced it.',
  population: 'Adults of 18 years and over with stable, standardised creatinine and cystatin C',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 360 },
  inputs: {
    creatinine: GFR_CREATININE,
    cystatin_c: GFR_CYSTATIN_C,
    ...ADULT_AGE_AND_SEX,
    black_race: BLACK_RACE,
  },
  categories: GFR_CATEGORIES,
  references: [INKER_2012],
  compute: ({ creatinine, cystatin_c, age, sex: sexAtBirth, black_race }) => ({
    value: Math.round(
      ckdEpi2012Combined(creatinine, cystatin_c, age, sexAtBirth) *
        (black_race ? RACE_COEFFICIENT : 1),
    ),
    warnings: raceWarnings(black_race, RACE_COEFFICIENT),
  }),
});
