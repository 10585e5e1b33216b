/** Up to this number twelve digits hold three decimals and more. */
const MAX_EXACT = 1e8;
/** Within this distance a value may be exactly a half, but for its binary representation. */
const NEAR_HALF = 1e-3;

function roundedWhole(value: number): number {
  const beyondHalf = Math.abs(value - Math.floor(value) - 0.5);
  if (Math.abs(value) < MAX_EXACT && beyondHalf > NEAR_HALF) return Math.round(value);
  // A value below a half only by its binary representation counts as a half.
  return Math.round(Number(value.toPrecision(12)));
}

/** The value with so many decimals; never `-0`. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return roundedWhole(value * factor) / factor + 0;
}

/** Down to so many decimals, for the lower end of a range. */
export function roundedDown(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.floor(Number((value * factor).toPrecision(12))) / factor + 0;
}

/** Up to so many decimals, for the upper end of a range. */
export function roundedUp(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.ceil(Number((value * factor).toPrecision(12))) / factor + 0;
}

/** A probability with four decimals. */
export const roundedProbability = (value: number): number => rounded(value, 4);
