/** Whether a text matches a pattern with `*` and `?`, in time linear in both for each star. */
export function matchesPattern(pattern: string, text: string): boolean {
  let [p, t, star, mark] = [0, 0, -1, 0];
  while (t < text.length) {
    if (
      p < pattern.length &&
      (pattern[p] === '?' || pattern[p] === text[t]) &&
      pattern[p] !== '*'
    ) {
      p += 1;
      t += 1;
    } else if (pattern[p] === '*') {
      star = p;
      mark = t;
      p += 1;
    } else if (star !== -1) {
      // The last star takes one character more.
      p = star + 1;
      mark += 1;
      t = mark;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
