/**
 * Whether two words differ by at most `most` slips: a letter too many, too few, wrong, or two
 * neighbours swapped (optimal string alignment).
 */
export function isNear(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...row) > most) return false;
    [before, last] = [last, row];
  }
  return (last[b.length] ?? 0) <= most;
}

/** Slips that a word of this length may have; short words must be right. */
const slipsIn = ({ length }: string) => (length < 6 ? 0 : length < 9 ? 1 : 2);

/** Words by their first letter, which must be right. */
export type WordIndex = ReadonlyMap<string, readonly string[]>;

const LONGEST = 24;

/** Words that are long enough to be misspelt and known again. */
export function indexWords(words: Iterable<string>): WordIndex {
  const index = new Map<string, string[]>();
  for (const word of words) {
    const first = word[0];
    if (first === undefined || slipsIn(word) === 0) continue;
    const group = index.get(first);
    if (group) group.push(word);
    else index.set(first, [word]);
  }
  return index;
}

/** The word that is meant, with as few slips as can be. */
export function nearestWord(word: string, index: WordIndex): string | undefined {
  const most = word.length > LONGEST ? 0 : slipsIn(word);
  const group = most === 0 ? [] : (index.get(word[0] ?? '') ?? []);
  return (
    group.find((one) => isNear(word, one, 1)) ??
    (most > 1 ? group.find((one) => isNear(word, one, most)) : undefined)
  );
}
