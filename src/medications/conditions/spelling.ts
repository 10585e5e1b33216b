import { editDistance } from '../../core/edit-distance.js';
import type { Word } from './words.js';

/** Words in which one edit yields the opposite disease. */
const opposite = (word: string) => /^(?:hyper|hypo|brady|tachy|dys)/.exec(word)?.[0] ?? '';

/** Finds the one word of a vocabulary that a misspelling can mean. */
export function createSpelling(vocabulary: ReadonlySet<string>) {
  const byLetter = new Map<string, string[]>();
  for (const word of vocabulary) {
    if (word.length < 6 || !/^[a-z]+$/.test(word)) continue;
    const letter = word.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
  }

  function meant(word: string): string | undefined {
    if (word.length < 6 || vocabulary.has(word) || !/^[a-z]+$/.test(word)) return undefined;
    const max = word.length >= 10 ? 2 : 1;
    let best = max + 1;
    let found: string[] = [];
    for (const candidate of byLetter.get(word.charAt(0)) ?? []) {
      if (opposite(candidate) !== opposite(word)) continue;
      const d = editDistance(word, candidate, max);
      if (d < best) found = [candidate];
      else if (d === best && d <= max) found.push(candidate);
      best = Math.min(best, d);
    }
    return best <= max && found.length === 1 ? found[0] : undefined;
  }

  /** Returns the words with misspellings corrected. */
  return (words: readonly Word[]): readonly Word[] =>
    words.map((word) => ({ ...word, folded: meant(word.folded) ?? word.folded }));
}
