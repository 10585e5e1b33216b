import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import type { Category, ComputedScore } from '../../score.js';

/**
 * Sodium in mmol/L as it would be at a glucose of 100 mg/dL.
 *
 * @param per100 1.6 (Katz 1973, doi:10.1056/NEJM197310182891607) or 2.4 (Hillier 1999,
 *   doi:10.1016/s0002-9343(99)00055-8) per 100 mg/dL of glucose above 100
 */
export function correctedSodium(sodium: number, glucoseMgPerDl: number, per100: 1.6 | 2.4): number {
  return sodium + (per100 * (glucoseMgPerDl - 100)) / 100;
}

export const KATZ = {
  title:
    'Katz MA. Hyperglycemia-induced hyponatremia: calculation of expected serum sodium depression',
  doi: '10.1056/NEJM197310182891607',
  year: 1973,
} as const;
export const HILLIER = {
  title:
    'Hillier TA, Abbott RD, Barrett EJ. Hyponatremia: evaluating the correction factor for ' +
    'hyperglycemia',
  doi: '10.1016/s0002-9343(99)00055-8',
  year: 1999,
} as const;

const CATEGORIES: readonly Category[] = [
  { id: 'low', from: 0, interpretation: 'Hyponatraemia remains after correction (below 135).' },
  {
    id: 'normal',
    from: 135,
    interpretation: 'Normal after correction (135 to 145): the glucose explains a low sodium.',
  },
  {
    id: 'high',
    interpretation: 'Hypernatraemia after correction (above 145): a lack of water is hidden.',
  },
];

/** What both corrections have in common. */
export const CORRECTED_SODIUM = {
  group: 'body and fluids',
  population: 'Hyperglycaemia (glucose above 100 mg/dL)',
  unit: 'mmol/L',
  decimals: 2,
  range: { min: 80, max: 300 },
  inputs: {
    sodium: quantity('sodium', { monotone: 'rising' }),
    glucose: quantity('glucose', { monotone: 'rising' }),
  },
  categories: CATEGORIES,
} as const;

/** The corrected sodium by one factor, with the other as a further result. */
export function sodiumResult(sodium: number, glucose: number, per100: 1.6 | 2.4): ComputedScore {
  const value = rounded(correctedSodium(sodium, glucose, per100), 2);
  const other = per100 === 1.6 ? 2.4 : 1.6;
  return {
    value,
    ...(value > 145 && { category: 'high' }),
    derived: [
      {
        name: other === 2.4 ? 'corrected_sodium_hillier' : 'corrected_sodium_katz',
        value: rounded(correctedSodium(sodium, glucose, other), 2),
        unit: 'mmol/L',
      },
    ],
    warnings:
      glucose < 100 ? ['Glucose is not raised: the correction is meant for hyperglycaemia.'] : [],
  };
}
