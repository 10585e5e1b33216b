import type { LetterToSound, Pronunciation } from '../pronunciation/lexicon.js';
import { type CtcTokens, separatorOf, WORD_MARK } from './tokens.js';

/**
 * Returns the pronunciations of a spoken word in a model's tokens, the usual one first; none when
 * there is none.
 *
 * @param written the word as it was written, for words in capitals that are spelled
 */
export type Pronouncer = (word: string, written: string) => readonly (readonly number[])[];

/** `ECG`, `COPD`: words without a vowel, or that may be spelled anyway. */
const SPELLED = /^[A-Z]{2,6}s?$/;

/**
 * Pronounces words of the lexicon by its entries, others by rule, and words in capitals also letter
 * by letter.
 */
export function pronounceByLexicon(
  lexicon: readonly Pronunciation[],
  letterToSound: LetterToSound,
): Pronouncer {
  const ways = new Map<string, (readonly number[])[]>();
  for (const { word, phones } of lexicon) {
    const others = ways.get(word);
    if (others) others.push(phones);
    else ways.set(word, [phones]);
  }
  const letterByLetter = (word: string) => {
    const letters = Array.from(word, (letter) => ways.get(letter)?.[0] ?? []);
    return letters.every((phones) => phones.length > 0) ? [letters.flat()] : [];
  };
  return (word, written) => {
    const cached = ways.get(word);
    if (cached !== undefined) return cached;
    const spelled = SPELLED.test(written) ? letterByLetter(word) : [];
    return [...spelled, ...letterToSound(word)].filter((phones) => phones.length > 0);
  };
}

/** Pronounces a word as its letters, followed by the separator of words. */
export function pronounceByLetters(tokens: CtcTokens): Pronouncer {
  const separator = separatorOf(tokens);
  const column = new Map(tokens.texts.map((text, index) => [text.toLowerCase(), index]));
  column.delete((tokens.texts[tokens.blank] ?? '').toLowerCase());
  return (word) => {
    const letters = Array.from(word, (letter) => column.get(letter) ?? -1);
    if (letters.includes(-1)) return [];
    return [separator < 0 ? letters : [...letters, separator]];
  };
}

/** Takes the longest pieces that fit from the left, similar to how such models split words. */
export function pronounceByPieces(tokens: CtcTokens): Pronouncer {
  const column = new Map(tokens.texts.map((text, index) => [text.toLowerCase(), index]));
  column.delete((tokens.texts[tokens.blank] ?? '').toLowerCase());
  const longest = tokens.texts.reduce((max, text) => Math.max(max, text.length), 0);
  return (word) => {
    const pieces: number[] = [];
    let rest = WORD_MARK + word;
    while (rest !== '') {
      let length = Math.min(longest, rest.length);
      while (length > 0 && !column.has(rest.slice(0, length))) length -= 1;
      if (length === 0) return [];
      pieces.push(column.get(rest.slice(0, length)) ?? 0);
      rest = rest.slice(length);
    }
    return [pieces];
  };
}
