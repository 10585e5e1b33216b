import { ownQuantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Between the mean heights of men and women, and half the width of the target range (Tanner 1970). */
const SEX_DIFFERENCE_CM = 13;
const RANGE_CM = 8.5;

/**
 * Target height of a child in cm: the mean of the parents' heights, one corrected by 13 cm to the
 * sex of the child. Tanner 1970, doi:10.1136/adc.45.244.755.
 */
export function midParentalHeight(mother: number, father: number, sexAtBirth: 'M' | 'F'): number {
  return (mother + father + (sexAtBirth === 'M' ? SEX_DIFFERENCE_CM : -SEX_DIFFERENCE_CM)) / 2;
}

export const midParentalHeightScore = defineScore({
  id: 'mid_parental_height',
  name: 'Mid-parental target height',
  aliases: ['target_height', 'midparental_height', 'genetic_height_potential'],
  group: 'paediatrics',
  purpose: 'Estimates the adult height of a child from the heights of both parents.',
  population: 'Children of biological parents of known height',
  unit: 'cm',
  decimals: 1,
  range: { min: 90, max: 240 },
  inputs: {
    mother_height: ownQuantity('Height of the mother', 'cm', [120, 210], 0.1, {
      monotone: 'rising',
      fixed: true,
    }),
    father_height: ownQuantity('Height of the father', 'cm', [120, 230], 0.1, {
      monotone: 'rising',
      fixed: true,
    }),
    sex: sex({ help: 'Of the child.' }),
  },
  categories: [
    {
      id: 'target',
      from: 0,
      interpretation: 'Most children of these parents end within 8.5 cm of this height.',
    },
  ],
  references: [
    {
      title:
        'Tanner JM, Goldstein H, Whitehouse RH. Standards for children’s height at ages 2–9 ' +
        'years allowing for height of parents',
      doi: '10.1136/adc.45.244.755',
      year: 1970,
    },
  ],
  compute({ mother_height, father_height, sex: sexAtBirth }) {
    const value = midParentalHeight(mother_height, father_height, sexAtBirth);
    return {
      value: rounded(value, 1),
      derived: [
        { name: 'range_low', value: rounded(value - RANGE_CM, 1), unit: 'cm' },
        { name: 'range_high', value: rounded(value + RANGE_CM, 1), unit: 'cm' },
      ],
    };
  },
});
