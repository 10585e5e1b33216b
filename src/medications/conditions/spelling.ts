import type { Word } from './words.js';

/** Changes of one letter, or of two neighbours, that turn one word into the other; `most` + 1 beyond. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let previous: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (previous[j - 2] ?? 0) + 1);
      }
      next.push(cost);
    }
    previous = row;
    row = next;
  }
  return row[b.length] ?? most + 1;
}

/** A slip here turns one disease into its opposite. */
const opposite = (word: string) => /^(?:hyper|hypo|brady|tachy|dys)/.exec(word)?.[0] ?? '';

/** Looks for the one word of a vocabulary that a word was meant to be. */
export function createSpelling(vocabulary: ReadonlySet<string>) {
  const byLetter = new Map<string, string[]>();
  for (const word of vocabulary) {
    if (word.length < 6 || !/^[a-z]+$/.test(word)) continue;
    const letter = word.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
  }

  function meant(word: string): string | undefined {
    if (word.length < 6 || vocabulary.has(word) || !/^[a-z]+$/.test(word)) return undefined;
    const most = word.length >= 10 ? 2 : 1;
    let best = most + 1;
    let found: string[] = [];
    for (const candidate of byLetter.get(word.charAt(0)) ?? []) {
      if (opposite(candidate) !== opposite(word)) continue;
      const d = distance(word, candidate, most);
      if (d < best) found = [candidate];
      else if (d === best && d <= most) found.push(candidate);
      best = Math.min(best, d);
    }
    return best <= most && found.length === 1 ? found[0] : undefined;
  }

  /** The words with slips mended. */
  return (words: readonly Word[]): readonly Word[] =>
    words.map((word) => ({ ...word, folded: meant(word.folded) ?? word.folded }));
}
