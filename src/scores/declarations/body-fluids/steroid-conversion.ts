import { choice, ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/**
 * Doses in mg with the same glucocorticoid effect, by mouth or vein: the table of the FDA labels of
 * prednisone, methylprednisolone and dexamethasone. Other tables give betamethasone 0.6.
 */
export const EQUIVALENT_MG = {
  cortisone: 25,
  hydrocortisone: 20,
  prednisone: 5,
  prednisolone: 5,
  methylprednisolone: 4,
  triamcinolone: 4,
  dexamethasone: 0.75,
  betamethasone: 0.75,
} as const;

export type Glucocorticoid = keyof typeof EQUIVALENT_MG;

const OPTIONS = {
  cortisone: 'cortisone',
  hydrocortisone: 'hydrocortisone (cortisol)',
  prednisone: 'prednisone',
  prednisolone: 'prednisolone',
  methylprednisolone: 'methylprednisolone',
  triamcinolone: 'triamcinolone',
  dexamethasone: 'dexamethasone',
  betamethasone: 'betamethasone',
} as const;

/** Dose in mg of one glucocorticoid that equals a dose of another. */
export function equivalentDose(dose: number, from: Glucocorticoid, to: Glucocorticoid): number {
  return (dose * EQUIVALENT_MG[to]) / EQUIVALENT_MG[from];
}

export const steroidConversion = defineScore({
  id: 'steroid_conversion',
  name: 'Glucocorticoid conversion',
  aliases: [
    'corticosteroid_conversion',
    'steroid_conversion_calculator',
    'glucocorticoid_equivalents',
    'prednisone_equivalents',
  ],
  group: 'body and fluids',
  purpose: 'Dose of another glucocorticoid with about the same anti-inflammatory effect.',
  population: 'Adults; doses by mouth or vein, not into joints or muscle',
  unit: 'mg',
  decimals: 2,
  inputs: {
    from_drug: choice('Glucocorticoid taken now', OPTIONS),
    dose: ownQuantity('Dose taken now', 'mg', [0.01, 5000], 0.01, { monotone: 'rising' }),
    to_drug: choice('Glucocorticoid wanted', OPTIONS),
  },
  categories: [
    {
      id: 'dose',
      from: 0,
      interpretation:
        'About equal in glucocorticoid effect; duration and mineralocorticoid effect differ.',
    },
  ],
  references: [
    {
      title: 'Meikle AW, Tyler FH. Potency and duration of action of glucocorticoids',
      doi: '10.1016/0002-9343(77)90233-9',
      year: 1977,
    },
    {
      title: 'FDA label of Solu-Medrol (methylprednisolone): equivalent milligram dosage',
      url: 'https://fda.report/DailyMed/7271310c-7764-4812-aa30-a5e90987c7a9',
      year: 2011,
    },
  ],
  compute({ from_drug, dose, to_drug }) {
    const noSalt = to_drug === 'dexamethasone' || to_drug === 'betamethasone';
    return {
      value: rounded(equivalentDose(dose, from_drug, to_drug), 3),
      derived: [
        {
          name: 'prednisone_equivalent',
          value: rounded(equivalentDose(dose, from_drug, 'prednisone'), 2),
          unit: 'mg',
        },
      ],
      warnings: [
        ...(noSalt ? [`${to_drug} has no mineralocorticoid effect.`] : []),
        ...(from_drug === 'betamethasone' || to_drug === 'betamethasone'
          ? ['Betamethasone was taken as 0.75 mg (FDA labels); other tables have 0.6 mg.']
          : []),
      ],
    };
  },
});
