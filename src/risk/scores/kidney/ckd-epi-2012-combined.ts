import { flag, quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { raceWarnings } from './race-term.js';

const RACE_COEFFICIENT = 1.08;

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
  const female = sexAtBirth === 'F';
  const creatinine = creatinineMgPerDl / (female ? 0.7 : 0.9);
  const cystatin = cystatinMgPerL / 0.8;
  return (
    135 *
    Math.min(creatinine, 1) ** (female ? -0.248 : -0.207) *
    Math.max(creatinine, 1) ** -0.601 *
    Math.min(cystatin, 1) ** -0.375 *
    Math.max(cystatin, 1) ** -0.711 *
    0.995 ** ageYears *
    (female ? 0.969 : 1)
  );
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
    creatinine: quantity('creatinine', { monotone: 'falling' }),
    cystatin_c: quantity('cystatin_c', { monotone: 'falling' }),
    age: quantity('age', { min: 18, monotone: 'falling' }),
    sex: sex(),
    black_race: { ...flag('black_race'), optional: true },
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title:
        'Inker LA et al. Estimating glomerular filtration rate from serum creatinine and cystatin C',
      doi: '10.1056/NEJMoa1114248',
      year: 2012,
    },
  ],
  compute: ({ creatinine, cystatin_c, age, sex: sexAtBirth, black_race }) => ({
    value: Math.round(
      ckdEpi2012Combined(creatinine, cystatin_c, age, sexAtBirth) *
        (black_race ? RACE_COEFFICIENT : 1),
    ),
    warnings: raceWarnings(black_race, RACE_COEFFICIENT),
  }),
});
