/** ln of the sum of exp over a stretch of a row; -Infinity where nothing is possible. */
export function logSumExp(row: Float32Array, from = 0, to = row.length): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) most = Math.max(most, row[i] ?? most);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += Math.exp((row[i] ?? most) - most);
  return most + Math.log(sum);
}

/** The largest value of a stretch of a row. */
export function largest(row: Float32Array, from: number, to: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) most = Math.max(most, row[i] ?? most);
  return most;
}

/** The first of the most probable tokens. */
export function likeliest(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i += 1) if ((row[i] ?? 0) > (row[best] ?? 0)) best = i;
  return best;
}

/**
 * Numbers in [0, 1) that look random and are the same for the same seed (Mulberry32 of T. Ettinger):
 * the same recording must give the same text.
 */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Draws a token from the softmax of `row / temperature`; impossible tokens (-Infinity) never come.
 *
 * @param temperature above 0
 * @param dice gives numbers in [0, 1)
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
  // Rounding may leave a crumb beyond the last possible token.
  return last;
}
