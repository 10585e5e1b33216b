import { quantity, sex } from '../../input.js';
import { stepsFrom } from '../../score.js';

const man = stepsFrom(0.6, [18, 0.6], [65, 0.5]);
const woman = stepsFrom(0.6, [18, 0.5], [65, 0.45]);

/** Ages in completed years at which the share of water changes. */
const WATER_AGE_CUTS = [18, 65] as const;

/** What the body water follows from. */
export const BODY_WATER_INPUTS = {
  age: quantity('age', { cuts: WATER_AGE_CUTS }),
  sex: sex(),
  weight: quantity('weight'),
} as const;

/**
 * Body water in litres as a share of weight: 0.6 in children and men, 0.5 in women and in men of 65
 * and more, 0.45 in women of 65 and more. Adrogué and Madias 2000, doi:10.1056/NEJM200005183422006.
 */
export function totalBodyWater(weightKg: number, ageYears: number, sexAtBirth: 'M' | 'F'): number {
  const age = Math.floor(ageYears);
  return weightKg * (sexAtBirth === 'F' ? woman(age) : man(age));
}

export const ADROGUE_HYPERNATREMIA = {
  title: 'Adrogué HJ, Madias NE. Hypernatremia',
  doi: '10.1056/NEJM200005183422006',
  year: 2000,
} as const;

export const ADROGUE_HYPONATREMIA = {
  title: 'Adrogué HJ, Madias NE. Hyponatremia',
  doi: '10.1056/NEJM200005253422107',
  year: 2000,
} as const;
