/**
 * Platt scaling: returns the calibrated probability of a logit.
 *
 * @returns 0..1, never NaN for finite input
 */
export function calibrate(logit: number, { scale, bias }: { scale: number; bias: number }): number {
  return 1 / (1 + Math.exp(-(scale * logit + bias)));
}

/** Maximum probability: float32 has no more digits near 1. */
const MIN = 1e-7;

/**
 * The inverse of the logistic function.
 *
 * @param probability 0..1; the ends give ±16.1
 */
export function logitOf(probability: number): number {
  const inside = Math.min(1 - MIN, Math.max(MIN, probability));
  return Math.log(inside / (1 - inside));
}
