import { quantity, sex } from '../../input.js';
import { defineScore } from '../../score.js';
import {
  atLeastOne,
  MELD_CATEGORIES,
  MELD_INPUTS,
  MELD_WARNING,
  meldCreatinine,
  meldRange,
  meldSodium,
} from './meld-formula.js';

/** Laboratory values and sex, in the units of the chart, already bounded as the OPTN bounds them. */
interface BoundedInputs {
  readonly bilirubin: number;
  readonly inr: number;
  readonly creatinine: number;
  readonly sodium: number;
  readonly albumin: number;
  readonly female: boolean;
}

/**
 * MELD 3.0 before rounding. Bilirubin, INR ≥ 1; creatinine 1–3 mg/dL; sodium 125–137 mmol/L; albumin
 * 1.5–3.5 g/dL. Kim 2021, doi:10.1053/j.gastro.2021.08.050, equation 1.
 */
export function meld30(v: BoundedInputs): number {
  const lackOfSodium = 137 - v.sodium;
  const lackOfAlbumin = 3.5 - v.albumin;
  return (
    (v.female ? 1.33 : 0) +
    4.56 * Math.log(v.bilirubin) +
    0.82 * lackOfSodium -
    0.24 * lackOfSodium * Math.log(v.bilirubin) +
    9.09 * Math.log(v.inr) +
    11.14 * Math.log(v.creatinine) +
    1.85 * lackOfAlbumin -
    1.83 * lackOfAlbumin * Math.log(v.creatinine) +
    6
  );
}

/** MELD 3.0, in use by the OPTN since July 2023, capped at 40 as there. */
export const meld3 = defineScore({
  id: 'meld_3_0',
  name: 'MELD 3.0',
  aliases: ['meld_3', 'meld3', 'meld_30'],
  group: 'liver and gut',
  purpose: 'Predicts three-month mortality in end-stage liver disease, with sex and albumin.',
  population: 'Adults of 18 years and over with chronic liver disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 6, max: 40 },
  inputs: {
    ...MELD_INPUTS,
    sodium: quantity('sodium', { cuts: [125, 137] }),
    albumin: quantity('albumin', { cuts: [1.5, 3.5] }),
    sex: sex(),
  },
  categories: MELD_CATEGORIES,
  references: [
    {
      title:
        'Kim WR et al. MELD 3.0: the Model for End-stage Liver Disease updated for the modern era',
      doi: '10.1053/j.gastro.2021.08.050',
      year: 2021,
    },
    {
      title: 'Organ Procurement and Transplantation Network. Policy 9.1.D: MELD calculation',
      url: 'https://optn.transplant.hrsa.gov/policies-bylaws/policies/',
      year: 2023,
    },
  ],
  compute(v) {
    const value = meld30({
      bilirubin: atLeastOne(v.bilirubin),
      inr: atLeastOne(v.inr),
      creatinine: meldCreatinine(v.creatinine, v.dialysis, 3),
      sodium: meldSodium(v.sodium),
      albumin: Math.min(Math.max(v.albumin, 1.5), 3.5),
      female: v.sex === 'F',
    });
    return {
      value: meldRange(value),
      ...(v.dialysis === undefined && { warnings: [MELD_WARNING] }),
    };
  },
});
