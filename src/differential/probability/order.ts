import { rowsOf } from '../rows.js';

const BUCKETS = 1024;

/** Insertion sort, highest score first; fast on nearly sorted input. */
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
 * Returns the numbers that have a score, highest first; equals keep their given order. Uses buckets
 * of similar scores, so the time is linear in their count.
 *
 * @param scores by number; NaN where there is none
 */
export function highestFirst(numbers: Int32Array, scores: Float64Array): Int32Array {
  const scored = new Int32Array(numbers.length);
  let count = 0;
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < numbers.length; at += 1) {
    const score = scores[numbers[at] ?? 0] ?? Number.NaN;
    if (Number.isNaN(score)) continue;
    scored[count] = numbers[at] ?? 0;
    count += 1;
    if (score > highest) highest = score;
    if (score < lowest) lowest = score;
  }
  const scale = highest > lowest ? (BUCKETS - 1) / (highest - lowest) : 0;
  const buckets = new Int32Array(count);
  for (let at = 0; at < count; at += 1) {
    buckets[at] = Math.floor((highest - (scores[scored[at] ?? 0] ?? 0)) * scale);
  }
  const { values } = rowsOf(BUCKETS, buckets, scored.subarray(0, count));
  settle(values, scores);
  return values;
}
