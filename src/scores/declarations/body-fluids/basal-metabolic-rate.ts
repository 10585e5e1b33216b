import { quantity, sex } from '../../input.js';

type Sex = 'M' | 'F';

/** What the energy equations ask for. */
export const energyInputs = {
  sex: sex(),
  age: quantity('age', { min: 18, monotone: 'falling' }),
  weight: quantity('weight', { min: 20, monotone: 'rising' }),
  height: quantity('height', { min: 120, monotone: 'rising' }),
} as const;

export const RESTING_ENERGY = {
  id: 'energy',
  from: -2000,
  interpretation: 'Energy at rest; activity and illness come on top.',
} as const;

/**
 * Resting energy in kcal/d: 10 · kg + 6.25 · cm − 5 · years + 5 (men) or − 161 (women).
 * Mifflin et al. 1990, doi:10.1093/ajcn/51.2.241.
 */
export function mifflinStJeor(weight: number, height: number, age: number, sexAtBirth: Sex) {
  return 10 * weight + 6.25 * height - 5 * age + (sexAtBirth === 'F' ? -161 : 5);
}

/** Basal energy in kcal/d. Harris and Benedict 1918, doi:10.1073/pnas.4.12.370. */
export function harrisBenedict(weight: number, height: number, age: number, sexAtBirth: Sex) {
  return sexAtBirth === 'F'
    ? 655.0955 + 9.5634 * weight + 1.8496 * height - 4.6756 * age
    : 66.473 + 13.7516 * weight + 5.0033 * height - 6.755 * age;
}

/** The same in kcal/d, refitted by Roza and Shizgal 1984, doi:10.1093/ajcn/40.1.168. */
export function harrisBenedictRevised(
  weight: number,
  height: number,
  age: number,
  sexAtBirth: Sex,
) {
  return sexAtBirth === 'F'
    ? 447.593 + 9.247 * weight + 3.098 * height - 4.33 * age
    : 88.362 + 13.397 * weight + 4.799 * height - 5.677 * age;
}
