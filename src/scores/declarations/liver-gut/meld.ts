import { defineScore } from '../../score.js';
import {
  KAMATH_2001,
  MELD_CATEGORIES,
  MELD_INPUTS,
  MELD_WARNING,
  meldCreatinine,
  meldInitial,
  meldRange,
} from './meld-formula.js';

/** Deaths within three months on the waiting list (Wiesner 2003), by the lower end of the band. */
const MORTALITY = [
  [40, 0.713],
  [30, 0.526],
  [20, 0.196],
  [10, 0.06],
  [0, 0.019],
] as const;

/** The original model for end-stage liver disease, as the UNOS used it until 2016. */
export const meld = defineScore({
  id: 'meld',
  name: 'MELD (original, without sodium)',
  aliases: ['meld_score', 'meld_original'],
  group: 'liver and gut',
  purpose: 'Predicts three-month mortality in end-stage liver disease.',
  population: 'Patients of 12 years and over with chronic liver disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 6, max: 40 },
  inputs: MELD_INPUTS,
  categories: MELD_CATEGORIES,
  references: [
    KAMATH_2001,
    {
      title: 'Wiesner R et al. Model for end-stage liver disease and allocation of donor livers',
      doi: '10.1053/gast.2003.50016',
      year: 2003,
    },
  ],
  compute(v) {
    const creatinine = meldCreatinine(v.creatinine, v.dialysis, 4);
    const value = meldRange(meldInitial(creatinine, v.bilirubin, v.inr));
    const probability = MORTALITY.find(([from]) => value >= from)?.[1] ?? 0.019;
    return {
      value,
      risk: { outcome: 'death', probability, horizon: '3 months' },
      ...(v.dialysis === undefined && { warnings: [MELD_WARNING] }),
    };
  },
});
