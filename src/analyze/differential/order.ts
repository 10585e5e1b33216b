import { rowsOf } from '../rows.js';

const BUCKETS = 1024;

/** Moves what is not in order, highest score first; fast where little is. */
function settle(order: Int32Array, scores: Float64Array): void {
  for (let n = 1; n < order.length; n += 1) {
    const one = order[n] ?? 0;
    const score = scores[one] ?? 0;
    let at = n;
    for (; at > 0 && (scores[order[at - 1] ?? 0] ?? 0) < score; at -= 1) {
      order[at] = order[at - 1] ?? 0;
    }
    order[at] = one;
  }
}

/**
 * Numbers by their scores, highest first; equals stay in the order in which they are given. They are
 * thrown into buckets of like scores, so the time follows their count.
 *
 * @param scores by number; finite for the numbers that are given
 */
export function highestFirst(numbers: Int32Array, scores: Float64Array): Int32Array {
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (const n of numbers) {
    highest = Math.max(highest, scores[n] ?? 0);
    lowest = Math.min(lowest, scores[n] ?? 0);
  }
  const scale = highest > lowest ? (BUCKETS - 1) / (highest - lowest) : 0;
  const buckets = numbers.map((n) => Math.floor((highest - (scores[n] ?? 0)) * scale));
  const { values } = rowsOf(BUCKETS, buckets, numbers);
  settle(values, scores);
  return values;
}
