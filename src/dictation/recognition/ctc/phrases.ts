import type { Pronouncer } from './pronouncers.js';

/** A word and the tokens that say it. */
export interface SaidWord {
  readonly word: string;
  readonly tokens: readonly number[];
}

/** One way to say a phrase. */
export type Phrase = readonly SaidWord[];

export interface Vocabulary {
  readonly phrases: readonly Phrase[];
  /** Indices of requested phrases without a spoken form: digits, other scripts. */
  readonly unsayable: readonly number[];
}

/** Maximum number of pronunciations of one phrase. */
const MAX_WAYS = 6;
const MAX_WORDS = 12;

/** Returns its words, spoken and written; none for parts without letters. */
function wordsOf(phrase: string): { word: string; written: string }[] {
  const plain = phrase.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'");
  if (/[^\p{P}\p{Z}a-zA-Z]/u.test(plain)) return [];
  return plain
    .split(/[^a-zA-Z']+/)
    .map((written) => written.replace(/^'+|'+$/g, ''))
    .filter((written) => written !== '')
    .map((written) => ({ word: written.toLowerCase(), written }));
}

/** All words in their usual pronunciation, then each other pronunciation of one word. */
function waysToSay(words: readonly { word: string; written: string }[], pronounce: Pronouncer) {
  const each = words.map(({ word, written }) =>
    pronounce(word, written).map((tokens) => ({ word, tokens })),
  );
  const usual = each.flatMap(([first]) => (first ? [first] : []));
  if (usual.length < words.length) return [];
  const others = each.flatMap((ways, place) =>
    ways.slice(1).map((way) => usual.map((word, at) => (at === place ? way : word))),
  );
  return [usual, ...others].slice(0, MAX_WAYS);
}

/** Returns the pronunciations of the phrases that a request favours. */
export function readVocabulary(entries: readonly string[], pronounce: Pronouncer): Vocabulary {
  const phrases: Phrase[] = [];
  const unsayable: number[] = [];
  for (const [place, phrase] of entries.entries()) {
    const words = wordsOf(phrase);
    const fits = words.length > 0 && words.length <= MAX_WORDS;
    const ways = fits ? waysToSay(words, pronounce) : [];
    if (ways.length === 0) unsayable.push(place);
    phrases.push(...ways);
  }
  return { phrases, unsayable };
}

/** The tokens of a phrase, one after another. */
export function tokensOf(phrase: Phrase): number[] {
  return phrase.flatMap(({ tokens }) => tokens);
}
