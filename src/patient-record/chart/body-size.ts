const CM_PER_INCH = 2.54;

/**
 * Ideal body weight in kg of an adult: 50 (men) or 45.5 (women) + 2.3 per inch of height over 5 feet.
 * Devine 1974; Pai and Paloucek 2000, doi:10.1345/aph.19381. Below 5 feet the line is extended
 * downwards, as calculators do.
 */
export function idealBodyWeight(heightCm: number, sexAtBirth: 'M' | 'F'): number {
  return (sexAtBirth === 'F' ? 45.5 : 50) + 2.3 * (heightCm / CM_PER_INCH - 60);
}

/**
 * Adjusted body weight in kg: ideal + 0.4 · (actual − ideal), with the ideal weight of Devine.
 * Winter et al. 2012, doi:10.1002/j.1875-9114.2012.01098.x.
 */
export function adjustedBodyWeight(
  weightKg: number,
  heightCm: number,
  sexAtBirth: 'M' | 'F',
): number {
  const ideal = idealBodyWeight(heightCm, sexAtBirth);
  return ideal + 0.4 * (weightKg - ideal);
}

/** Body surface in m² from weight in kg and height in cm. Mosteller 1987, doi:10.1056/NEJM198710223171717. */
export const bodySurface = (weightKg: number, heightCm: number): number =>
  Math.sqrt((weightKg * heightCm) / 3600);
