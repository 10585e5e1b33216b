/**
 * Platt scaling: the probability that a logit stands for.
 *
 * @returns 0..1, never NaN for finite input
 */
export function calibrate(logit: number, { scale, bias }: { scale: number; bias: number }): number {
  return 1 / (1 + Math.exp(-(scale * logit + bias)));
}
