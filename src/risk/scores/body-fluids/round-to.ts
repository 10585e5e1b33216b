/**
 * Rounds half up to a number of decimals, without the noise of binary fractions: 1.005 → 1.01.
 *
 * @param decimals 0..6
 */
export function roundTo(value: number, decimals: number): number {
  const scaled = Number((value * 10 ** decimals).toPrecision(12));
  // `+ 0` turns −0 into 0.
  return Math.round(scaled) / 10 ** decimals + 0;
}
