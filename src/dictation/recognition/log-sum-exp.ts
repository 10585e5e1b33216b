/** ln of the sum of exp over a stretch of a row; -Infinity where nothing is possible. */
export function logSumExp(row: Float32Array, from = 0, to = row.length): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) most = Math.max(most, row[i] ?? most);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += Math.exp((row[i] ?? most) - most);
  return most + Math.log(sum);
}
