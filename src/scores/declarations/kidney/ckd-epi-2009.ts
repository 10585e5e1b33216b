import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { ADULT_AGE_AND_SEX, BLACK_RACE, GFR_CREATININE } from './gfr-inputs.js';
import { raceWarnings } from './race-term.js';

const RACE_COEFFICIENT = 1.159;

/**
 * eGFR in mL/min/1.73 m² from creatinine in mg/dL, age in years and sex, as before 2021.
 *
 * 141 · min(Scr/κ, 1)^α · max(Scr/κ, 1)^−1.209 · 0.993^age (· 1.018 in women) (· 1.159 if Black), with
 * κ 0.7 (women), 0.9 (men) and α −0.329, −0.411. Levey et al. 2009,
 * doi:10.7326/0003-4819-150-9-200905050-00006.
 */
export function ckdEpi2009(
  creatinineMgPerDl: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
  black: boolean,
) {
  const female = sexAtBirth === 'F';
  const ratio = creatinineMgPerDl / (female ? 0.7 : 0.9);
  return (
    141 *
    Math.min(ratio, 1) ** (female ? -0.329 : -0.411) *
    Math.max(ratio, 1) ** -1.209 *
    0.993 ** ageYears *
    (female ? 1.018 : 1) *
    (black ? RACE_COEFFICIENT : 1)
  );
}

export const ckdEpi2009Creatinine = defineScore({
  id: 'ckd_epi_2009',
  name: 'CKD-EPI creatinine equation 2009',
  aliases: ['ckd_epi_2009_creatinine'],
  group: 'kidney',
  purpose:
    'Estimates the glomerular filtration rate as before 2021, to compare with older results; ' +
    'CKD-EPI 2021 has replaced it.',
  population: 'Adults of 18 years and over with a stable creatinine (IDMS-traceable)',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 400 },
  inputs: {
    creatinine: GFR_CREATININE,
    ...ADULT_AGE_AND_SEX,
    black_race: BLACK_RACE,
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title: 'Levey AS et al. A new equation to estimate glomerular filtration rate',
      doi: '10.7326/0003-4819-150-9-200905050-00006',
      year: 2009,
    },
    {
      title:
        'Delgado C et al. A unifying approach for GFR estimation: recommendations of the NKF-ASN ' +
        'Task Force on reassessing the inclusion of race in diagnosing kidney disease',
      doi: '10.1053/j.ajkd.2021.08.003',
      year: 2021,
    },
  ],
  compute: ({ creatinine, age, sex: sexAtBirth, black_race }) => ({
    value: Math.round(ckdEpi2009(creatinine, age, sexAtBirth, black_race === true)),
    warnings: raceWarnings(black_race, RACE_COEFFICIENT),
  }),
});
