const PARTS = /^(\d+)\.(\d+)\.(\d+)(?:-(.+))?$/;

/** Pre-release identifiers, compared by Semantic Versioning 2.0.0 (11.4). */
function compareBefore(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [as, bs] = [a.split('.'), b.split('.')];
  for (const [i, one] of as.entries()) {
    const other = bs[i];
    if (other === undefined) return 1;
    const [x, y] = [Number(one), Number(other)];
    const isCount = [one, other].map((part) => /^\d+$/.test(part));
    if (isCount[0] !== isCount[1]) return isCount[0] ? -1 : 1;
    if (isCount[0] && x !== y) return x - y;
    if (!isCount[0] && one !== other) return one < other ? -1 : 1;
  }
  return as.length - bs.length;
}

/**
 * Returns whether a version comes before another (Semantic Versioning 2.0.0, https://semver.org). A
 * text that is no such version is not older than any other.
 */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [PARTS.exec(version), PARTS.exec(than)];
  if (a === null || b === null) return false;
  for (const at of [1, 2, 3]) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference < 0;
  }
  return compareBefore(a[4], b[4]) < 0;
}
