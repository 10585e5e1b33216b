/**
 * The repeatability coefficient: 95 % of the differences between two measurements of an unchanged
 * quantity are smaller. Bland & Altman, Lancet 1986;1:307-310, doi:10.1016/S0140-6736(86)90837-8.
 *
 * @param sd within-subject standard deviation, in the unit of the measurement, ≥ 0
 * @returns 1.96 × √2 × sd, in the same unit
 * @throws RangeError for a standard deviation that is negative or not finite
 */
export function repeatabilityCoefficient(sd: number): number {
  if (!(sd >= 0 && Number.isFinite(sd))) throw new RangeError('the repeatability is out of range');
  return 1.96 * Math.SQRT2 * sd;
}
