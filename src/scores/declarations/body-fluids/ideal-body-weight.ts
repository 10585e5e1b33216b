import { idealBodyWeight } from '../../../patient-record/chart/body-size.js';
import { quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const CM_PER_INCH = 2.54;

/** Warning for heights at which the Devine line was never fitted. */
export const belowFiveFeet = (heightCm: number): string[] =>
  heightCm < 60 * CM_PER_INCH
    ? ['The Devine formula was made for heights of 5 feet (152.4 cm) and more.']
    : [];

/** Lowest height at which the extended line is still used (4 feet). */
export const SHORTEST_ADULT_CM = 122;

/** What the weights that follow from the height ask for. */
export const ADULT_SEX_AND_HEIGHT = {
  sex: sex(),
  height: quantity('height', { min: SHORTEST_ADULT_CM, monotone: 'rising' }),
} as const;

export const devine = defineScore({
  id: 'ideal_body_weight',
  name: 'Ideal body weight (Devine)',
  aliases: ['ibw', 'devine', 'ideal_weight'],
  group: 'body and fluids',
  purpose: 'Weight for dosing of drugs that do not go into fat.',
  population: 'Adults; made for heights of 5 feet (152.4 cm) and more',
  unit: 'kg',
  decimals: 1,
  inputs: ADULT_SEX_AND_HEIGHT,
  categories: [
    {
      id: 'weight',
      from: 0,
      interpretation: 'A weight for dosing, not a goal: it says nothing about health.',
    },
  ],
  references: [
    {
      title: 'Pai MP, Paloucek FP. The origin of the "ideal" body weight equations',
      doi: '10.1345/aph.19381',
      year: 2000,
    },
  ],
  compute: ({ sex: sexAtBirth, height }) => ({
    value: rounded(idealBodyWeight(height, sexAtBirth), 1),
    warnings: belowFiveFeet(height),
  }),
});
