import { quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/**
 * Lean body weight in kg: 9270 · weight / (6680 + 216 · BMI) in men, 9270 · weight / (8780 + 244 · BMI)
 * in women. Janmahasatian et al. 2005, doi:10.2165/00003088-200544100-00004.
 */
export function leanBodyWeight(weightKg: number, heightCm: number, sexAtBirth: 'M' | 'F'): number {
  const bmi = weightKg / (heightCm / 100) ** 2;
  return (9270 * weightKg) / (sexAtBirth === 'F' ? 8780 + 244 * bmi : 6680 + 216 * bmi);
}

/** Lean body mass in kg by Boer 1984, doi:10.1152/ajprenal.1984.247.4.F632. */
export function leanBodyMassBoer(
  weightKg: number,
  heightCm: number,
  sexAtBirth: 'M' | 'F',
): number {
  return sexAtBirth === 'F'
    ? 0.252 * weightKg + 0.473 * heightCm - 48.3
    : 0.407 * weightKg + 0.267 * heightCm - 19.2;
}

export const leanWeight = defineScore({
  id: 'lean_body_weight',
  name: 'Lean body weight (Janmahasatian)',
  aliases: ['lbw', 'lean_body_mass', 'fat_free_mass'],
  group: 'body and fluids',
  purpose: 'Weight without fat, for dosing in obesity.',
  population: 'Adults of normal weight or obese',
  unit: 'kg',
  decimals: 1,
  inputs: {
    sex: sex(),
    height: quantity('height', { min: 120, monotone: 'rising' }),
    weight: quantity('weight', { min: 25, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'weight',
      from: 0,
      interpretation: 'A weight for dosing; muscle and organs without fat.',
    },
  ],
  references: [
    {
      title: 'Janmahasatian S et al. Quantification of lean bodyweight',
      doi: '10.2165/00003088-200544100-00004',
      year: 2005,
    },
    {
      title:
        'Boer P. Estimated lean body mass as an index for normalization of body fluid volumes in ' +
        'humans',
      doi: '10.1152/ajprenal.1984.247.4.F632',
      year: 1984,
    },
  ],
  compute: ({ sex: sexAtBirth, height, weight }) => ({
    value: rounded(leanBodyWeight(weight, height, sexAtBirth), 2),
    derived: [
      {
        name: 'lean_body_mass_boer',
        value: rounded(leanBodyMassBoer(weight, height, sexAtBirth), 1),
        unit: 'kg',
      },
    ],
  }),
});
