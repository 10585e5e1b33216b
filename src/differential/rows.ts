/** Many short lists of numbers in one array: list `n` spans `starts[n]` to `starts[n + 1]`. */
export interface Rows {
  /** One more than there are lists. */
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/**
 * Groups numbers into lists; within a list they keep their order.
 *
 * @param count of lists
 * @param rowOf the list, 0..count - 1, of each value
 */
export function rowsOf(count: number, rowOf: Int32Array, values: Int32Array): Rows {
  const starts = new Int32Array(count + 1);
  for (const row of rowOf) starts[row + 1] = (starts[row + 1] ?? 0) + 1;
  for (let row = 0; row < count; row += 1) {
    starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  }
  const next = starts.slice();
  const sorted = new Int32Array(values.length);
  for (let at = 0; at < rowOf.length; at += 1) {
    const row = rowOf[at] ?? 0;
    const place = next[row] ?? 0;
    sorted[place] = values[at] ?? 0;
    next[row] = place + 1;
  }
  return { starts, values: sorted };
}
