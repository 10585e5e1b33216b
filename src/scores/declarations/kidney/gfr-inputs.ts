import { flag, quantity, sex } from '../../input.js';

/** What the equations for the glomerular filtration rate of adults ask for. */
export const GFR_CREATININE = quantity('creatinine', { monotone: 'falling' });

export const GFR_CYSTATIN_C = quantity('cystatin_c', { monotone: 'falling' });

export const ADULT_AGE_AND_SEX = {
  age: quantity('age', { min: 18, monotone: 'falling' }),
  sex: sex(),
} as const;

/** For the race coefficient of the older equations. */
export const BLACK_RACE = { ...flag('black_race'), optional: true } as const;
