/** The value with so many decimals; never `-0`. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  // What is a hair below the half only in binary counts as the half.
  const whole = Math.round(Number((value * factor).toPrecision(12)));
  return whole / factor + 0;
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
