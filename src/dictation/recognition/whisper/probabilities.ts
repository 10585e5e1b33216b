import { logSumExp } from '../log-sum-exp.js';

/** The largest value of a stretch of a row. */
export function largest(row: Float32Array, from: number, to: number): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) max = Math.max(max, row[i] ?? max);
  return max;
}

/** The first of the most probable tokens. */
export function likeliest(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i += 1) if ((row[i] ?? 0) > (row[best] ?? 0)) best = i;
  return best;
}

/**
 * Draws a token from the softmax of `row / temperature`; impossible tokens (-Infinity) are never
 * drawn.
 *
 * @param temperature above 0
 * @param dice returns numbers in [0, 1)
 */
export function drawToken(row: Float32Array, temperature: number, dice: () => number): number {
  const scaled = row.map((logit) => logit / temperature);
  const total = logSumExp(scaled);
  let left = dice();
  let last = likeliest(row);
  for (let token = 0; token < scaled.length; token += 1) {
    const probability = Math.exp((scaled[token] ?? Number.NEGATIVE_INFINITY) - total);
    if (probability === 0) continue;
    last = token;
    left -= probability;
    if (left < 0) return token;
  }
  // Rounding may leave a remainder after the last possible token.
  return last;
}
