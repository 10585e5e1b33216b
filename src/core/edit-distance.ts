/**
 * Fewest insertions, deletions, replacements and swaps of neighbours; `max + 1` where it is more.
 */
export function editDistance(a: string, b: string, max: number): number {
  const tooMany = max + 1;
  if (Math.abs(a.length - b.length) > max) return tooMany;
  const width = b.length + 1;
  let older = new Uint16Array(width);
  let old = new Uint16Array(width);
  for (let n = 0; n < width; n += 1) old[n] = Math.min(n, tooMany);
  let row = new Uint16Array(width);
  const at = (values: Uint16Array, n: number) => values[n] ?? tooMany;
  for (let i = 1; i <= a.length; i += 1) {
    row.fill(tooMany);
    row[0] = Math.min(i, tooMany);
    let rowMin = at(row, 0);
    // Cells farther from the diagonal than `max` cannot lead to a distance of `max` or less.
    for (let j = Math.max(1, i - max); j <= Math.min(b.length, i + max); j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let value = same ? at(old, j - 1) : 1 + Math.min(at(old, j - 1), at(old, j), at(row, j - 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) value = Math.min(value, at(older, j - 2) + 1);
      row[j] = Math.min(value, tooMany);
      rowMin = Math.min(rowMin, value);
    }
    if (rowMin > max) return tooMany;
    [older, old, row] = [old, row, older];
  }
  return Math.min(at(old, b.length), tooMany);
}
