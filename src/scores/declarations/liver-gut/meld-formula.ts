import { flag, quantity } from '../../input.js';
import { rounded } from '../../round.js';

/** Inputs of every MELD; dialysis counts as the highest creatinine that the formula takes. */
export const MELD_INPUTS = {
  bilirubin: quantity('bilirubin', { monotone: 'rising' }),
  inr: quantity('inr', { monotone: 'rising' }),
  creatinine: quantity('creatinine', { monotone: 'rising' }),
  dialysis: {
    ...flag('dialysis', {
      title: 'Dialysis at least twice in the past week, or 24 hours of CVVHD',
    }),
    optional: true,
  },
} as const;

export const MELD_WARNING = 'dialysis was not given: the creatinine was used as measured';

/** A laboratory value below 1 counts as 1, so that no logarithm is negative. */
export const atLeastOne = (value: number): number => Math.max(value, 1);

/** Creatinine in mg/dL for MELD: 1 to `most`, and `most` under dialysis. */
export function meldCreatinine(creatinine: number, dialysis: boolean | undefined, max: 3 | 4) {
  return dialysis ? max : Math.min(atLeastOne(creatinine), max);
}

/**
 * MELD(i) of the OPTN: 10 · (0.957 ln Cr + 0.378 ln bilirubin + 1.120 ln INR + 0.643), the bracket
 * rounded to a tenth first.
 *
 * @param creatinine mg/dL, already bounded; @param bilirubin mg/dL; @param inr ratio
 * @see Kamath 2001, doi:10.1053/jhep.2001.22172; OPTN policy 9.1.D (2016)
 */
export function meldInitial(creatinine: number, bilirubin: number, inr: number): number {
  const score =
    0.957 * Math.log(creatinine) +
    0.378 * Math.log(atLeastOne(bilirubin)) +
    1.12 * Math.log(atLeastOne(inr)) +
    0.643;
  return Math.round(rounded(score, 1) * 10);
}

/** Sodium in mmol/L as MELD takes it: 125 to 137. */
export const meldSodium = (sodium: number): number => Math.min(Math.max(sodium, 125), 137);

export const meldRange = (value: number): number => Math.min(Math.max(Math.round(value), 6), 40);

const REFER = {
  text: 'Refer for assessment for liver transplantation unless contraindicated.',
  source: 'AASLD transplantation guideline 2013 (MELD of 15 or more)',
};

export const MELD_CATEGORIES = [
  { id: 'below 10', from: 6, interpretation: 'Low short-term mortality from liver disease.' },
  { id: '10-14', from: 10, interpretation: 'Moderate short-term mortality from liver disease.' },
  {
    id: '15-19',
    from: 15,
    interpretation: 'From 15 on, transplantation prolongs life on average.',
    action: REFER,
  },
  { id: '20-29', from: 20, interpretation: 'High mortality within three months.', action: REFER },
  {
    id: '30-39',
    from: 30,
    interpretation: 'About half die within three months without transplantation.',
    action: REFER,
  },
  {
    id: '40',
    from: 40,
    interpretation: 'The highest value: most die within three months without transplantation.',
    action: REFER,
  },
] as const;

export const KAMATH_2001 = {
  title: 'Kamath PS et al. A model to predict survival in patients with end-stage liver disease',
  doi: '10.1053/jhep.2001.22172',
  year: 2001,
} as const;
