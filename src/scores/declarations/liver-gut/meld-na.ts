import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import {
  KAMATH_2001,
  MELD_CATEGORIES,
  MELD_INPUTS,
  MELD_WARNING,
  meldCreatinine,
  meldInitial,
  meldRange,
  meldSodium,
} from './meld-formula.js';

/** Sodium counts only above this MELD(i). */
const SODIUM_COUNTS_ABOVE = 11;

/**
 * MELD-Na of the UNOS 2016: MELD(i) + 1.32 · (137 − Na) − 0.033 · MELD(i) · (137 − Na) when MELD(i)
 * is above 11, with sodium from 125 to 137 mmol/L.
 */
export const meldNa = defineScore({
  id: 'meld_na',
  name: 'MELD-Na (UNOS 2016)',
  aliases: ['meldna', 'meld_sodium', 'meld_unos'],
  group: 'liver and gut',
  purpose: 'Predicts three-month mortality in end-stage liver disease, with sodium.',
  population: 'Patients of 12 years and over with chronic liver disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 6, max: 40 },
  inputs: { ...MELD_INPUTS, sodium: quantity('sodium', { cuts: [125, 137] }) },
  categories: MELD_CATEGORIES,
  references: [
    {
      title:
        'Kim WR et al. Hyponatremia and mortality among patients on the liver-transplant waiting ' +
        'list',
      doi: '10.1056/NEJMoa0801209',
      year: 2008,
    },
    {
      title: 'Organ Procurement and Transplantation Network. Changes to OPTN policy 9.1.D: MELD',
      url: 'https://optn.transplant.hrsa.gov/news/meld-serum-sodium-policy-changes/',
      year: 2016,
    },
    KAMATH_2001,
  ],
  compute(v) {
    const creatinine = meldCreatinine(v.creatinine, v.dialysis, 4);
    const initial = meldInitial(creatinine, v.bilirubin, v.inr);
    const lack = 137 - meldSodium(v.sodium);
    const value =
      initial > SODIUM_COUNTS_ABOVE ? initial + 1.32 * lack - 0.033 * initial * lack : initial;
    return {
      value: meldRange(value),
      derived: [{ name: 'meld_initial', value: initial }],
      ...(v.dialysis === undefined && { warnings: [MELD_WARNING] }),
    };
  },
});
