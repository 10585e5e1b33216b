import type { LetterToSound, Pronunciation } from '../pronunciation/lexicon.js';
import { type CtcTokens, separatorOf, WORD_MARK } from './tokens.js';

/**
 * The ways in which a spoken word can be said in a model's tokens, the usual one first; none when it
 * cannot.
 *
 * @param written the word as it was written, for words in capitals that are spelled
 */
export type Pronouncer = (word: string, written: string) => readonly (readonly number[])[];

/** `ECG`, `COPD`: what has no vowel to say, or may be spelled all the same. */
const SPELLED = /^[A-Z]{2,6}s?$/;

/** Words of the lexicon as it says, others by rule, and those in capitals letter by letter too. */
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

/** The longest pieces that fit, from the front: near enough to how such models cut words. */
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
