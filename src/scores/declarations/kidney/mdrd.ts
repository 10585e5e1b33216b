import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';
import { ADULT_AGE_AND_SEX, BLACK_RACE, GFR_CREATININE } from './gfr-inputs.js';
import { raceWarnings } from './race-term.js';

const RACE_COEFFICIENT = 1.212;

/**
 * eGFR in mL/min/1.73 m² by the four-variable MDRD equation for IDMS-traceable creatinine in mg/dL.
 *
 * 175 · Scr^−1.154 · age^−0.203 (· 0.742 in women) (· 1.212 if Black). Levey et al. 2006,
 * doi:10.7326/0003-4819-145-4-200608150-00004.
 */
export function mdrd(
  creatinineMgPerDl: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
  black: boolean,
) {
  return (
    175 *
    creatinineMgPerDl ** -1.154 *
    ageYears ** -0.203 *
    (sexAtBirth === 'F' ? 0.742 : 1) *
    (black ? RACE_COEFFICIENT : 1)
  );
}

export const mdrdGfr = defineScore({
  id: 'mdrd',
  name: 'MDRD study equation (IDMS-traceable, four variables)',
  aliases: ['mdrd_gfr', 'egfr_mdrd', 'mdrd_175'],
  group: 'kidney',
  purpose:
    'Estimates the glomerular filtration rate as older reports did; CKD-EPI 2021 has replaced it.',
  population: 'Adults of 18 years and over with chronic kidney disease and a stable creatinine',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  range: { min: 0, max: 1700 },
  inputs: {
    creatinine: GFR_CREATININE,
    ...ADULT_AGE_AND_SEX,
    black_race: BLACK_RACE,
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title:
        'Levey AS et al. Using standardized serum creatinine values in the Modification of Diet in ' +
        'Renal Disease study equation for estimating glomerular filtration rate',
      doi: '10.7326/0003-4819-145-4-200608150-00004',
      year: 2006,
    },
  ],
  compute({ creatinine, age, sex: sexAtBirth, black_race }) {
    const value = Math.round(mdrd(creatinine, age, sexAtBirth, black_race === true));
    return {
      value,
      warnings: [
        ...raceWarnings(black_race, RACE_COEFFICIENT),
        ...(value > 60 ? ['Above 60 the MDRD equation underestimates; use CKD-EPI 2021.'] : []),
      ],
    };
  },
});
