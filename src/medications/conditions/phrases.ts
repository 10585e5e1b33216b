import { keyOf, type Word, wordsOf } from './words.js';

/** An index of phrases. */
export interface Phrases {
  /** Ids named by the words `from` to `to` (exclusive). */
  at(words: readonly Word[], from: number, to: number): readonly string[];
  /** Words that occur in some phrase. */
  readonly vocabulary: ReadonlySet<string>;
  /** Number of words of the longest phrase. */
  readonly longest: number;
}

/** Abbreviations that are also words or units: they count in capitals, or on their own. */
const WORDS_TOO = new Set([
  'add',
  'all',
  'als',
  'des',
  'ed',
  'fit',
  'hit',
  'men',
  'mono',
  'mr',
  'pad',
  'sob',
  'td',
  'ten',
]);

/** Abbreviations that are units after a number. */
const UNITS = new Set(['mg', 'ms']);

const isLoud = (words: readonly Word[], from: number) => {
  const word = words[from];
  if (word === undefined || words.length === 1) return true;
  const afterNumber = /^\d/.test(words[from - 1]?.folded ?? '');
  if (UNITS.has(word.folded)) return !afterNumber;
  return !WORDS_TOO.has(word.folded) || word.written === word.written.toUpperCase();
};

export function createPhrases(
  things: Iterable<{ readonly id: string; readonly phrases: readonly string[] }>,
): Phrases {
  const known = new Map<string, Set<string>>();
  const vocabulary = new Set<string>();
  let longest = 1;
  for (const { id, phrases } of things) {
    for (const phrase of phrases) {
      const words = wordsOf(phrase);
      if (words.length === 0) continue;
      longest = Math.max(longest, words.length);
      for (const { folded } of words) vocabulary.add(folded);
      const ids = known.get(keyOf(words)) ?? new Set();
      known.set(keyOf(words), ids.add(id));
    }
  }
  return {
    at(words, from, to) {
      if (to - from === 1 && !isLoud(words, from)) return [];
      return [...(known.get(keyOf(words.slice(from, to))) ?? [])];
    },
    vocabulary,
    longest,
  };
}
