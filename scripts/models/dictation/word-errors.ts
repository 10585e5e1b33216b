/** How a hypothesis differs from what was said, in words. */
export interface WordErrors {
  readonly words: number;
  readonly substitutions: number;
  readonly deletions: number;
  readonly insertions: number;
  /** For each word of the hypothesis, whether it is right. */
  readonly right: readonly boolean[];
}

/**
 * The fewest substitutions, deletions and insertions that turn the reference into the hypothesis,
 * and which of its words stand.
 */
export function scoreWords(
  reference: readonly string[],
  hypothesis: readonly string[],
): WordErrors {
  const columns = hypothesis.length + 1;
  const cost = new Uint32Array((reference.length + 1) * columns);
  const at = (row: number, column: number) => cost[row * columns + column] ?? 0;
  const waysTo = (row: number, column: number) => ({
    diagonal: at(row - 1, column - 1) + (reference[row - 1] === hypothesis[column - 1] ? 0 : 1),
    deletion: at(row - 1, column) + 1,
    insertion: at(row, column - 1) + 1,
  });
  for (let row = 0; row <= reference.length; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const edge = row === 0 || column === 0;
      const { diagonal, deletion, insertion } = waysTo(row, column);
      const least = edge ? row + column : Math.min(diagonal, deletion, insertion);
      cost[row * columns + column] = least;
    }
  }
  const right = hypothesis.map(() => false);
  let [substitutions, deletions, insertions] = [0, 0, 0];
  let [row, column] = [reference.length, hypothesis.length];
  while (row > 0 || column > 0) {
    const here = at(row, column);
    const ways = waysTo(row, column);
    if (row > 0 && column > 0 && ways.diagonal === here) {
      const stands = reference[row - 1] === hypothesis[column - 1];
      right[column - 1] = stands;
      if (!stands) substitutions += 1;
      row -= 1;
      column -= 1;
    } else if (row > 0 && (column === 0 || ways.deletion === here)) {
      deletions += 1;
      row -= 1;
    } else {
      insertions += 1;
      column -= 1;
    }
  }
  return { words: reference.length, substitutions, deletions, insertions, right };
}
