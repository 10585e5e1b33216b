/** ln of the sum of exp over a stretch of a row; -Infinity where nothing is possible. */
export function logSumExp(row: Float32Array, from = 0, to = row.length): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) max = Math.max(max, row[i] ?? max);
  if (max === Number.NEGATIVE_INFINITY) return max;
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += Math.exp((row[i] ?? max) - max);
  return max + Math.log(sum);
}
