import { rounded } from '../../round.js';
import { stepsFrom } from '../../score.js';

/** Points of the organs that the SOFA score (Vincent 1996) and pSOFA (Matics 2017) grade alike. */
export const SOFA_ORGANS = {
  /** PaO₂/FiO₂, mm[Hg]; see `sofaRespiratoryPoints`. */
  lungs: stepsFrom(4, [100, 3], [200, 2], [300, 1], [400, 0]),
  /** 10*9/L */
  platelets: stepsFrom(4, [20, 3], [50, 2], [100, 1], [150, 0]),
  /** mg/dL */
  bilirubin: stepsFrom(0, [1.2, 1], [2, 2], [6, 3], [12, 4]),
  /** Glasgow Coma Scale. */
  coma: stepsFrom(4, [6, 3], [10, 2], [13, 1], [15, 0]),
} as const;

/** 3 and 4 points need respiratory support; without it the lungs score 2 at most. */
export function sofaRespiratoryPoints(pfRatio: number, supported: boolean): number {
  // Free of what the division leaves: 112 / 0.28 is 399.999…
  const points = SOFA_ORGANS.lungs(rounded(pfRatio, 2));
  return supported ? points : Math.min(points, 2);
}
