import { firstCharacters } from '../../core/key-text.js';

/**
 * Maximum number of indexed characters of a text, before and after folding, as NFKD makes it
 * longer.
 */
export const LONGEST_TEXT = 512;

/** Maximum number of words of a name from which it can be found. */
export const MAX_WORDS = 64;

/** Letters that Unicode does not decompose into a base and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Marks that any script may borrow, and Hebrew points; the vowels of Indic scripts are letters. */
const MARKS = /(?=\p{M})\p{Script=Inherited}|[\u0591-\u05c7]/gu;

/** Optional characters inside a word: O'Brien, OBrien. */
const APOSTROPHES = /['’‘ʼ`´]/g;

/** Any other separators of words. */
const SEPARATORS = /[\s\p{P}]+/gu;

const PLAIN = /^[a-z0-9 ]*$/;

function lower(text: string): string {
  const bare = text.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase();
  return bare.replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter);
}

/**
 * A text as searches compare it: without case, marks and punctuation, with single spaces
 * (http://hl7.org/fhir/R4/search.html#string). A text of punctuation alone keeps it, so that it
 * does not match everything. Only the beginning of a long text is used, in searches as well.
 *
 * @returns at most {@link LONGEST_TEXT} characters
 */
export function fold(text: string): string {
  const start = firstCharacters(text.trimStart(), LONGEST_TEXT);
  const letters = PLAIN.test(start) ? start : lower(start);
  const words = letters.replace(APOSTROPHES, '').replace(SEPARATORS, ' ').trim();
  return firstCharacters(words || letters.trim() || start, LONGEST_TEXT);
}

/**
 * The texts from each later word on: `garcía lópez` is also found by `lópez`.
 *
 * @param folded by {@link fold}, so that it is short
 * @returns fewer than {@link MAX_WORDS} texts
 */
export function laterWords(folded: string): string[] {
  const later: string[] = [];
  for (let at = folded.indexOf(' '); at !== -1; at = folded.indexOf(' ', at + 1)) {
    if (later.length === MAX_WORDS - 1) break;
    later.push(folded.slice(at + 1));
  }
  return later;
}

/** Digits and their separators in telephone numbers. */
const PHONE = /^\+?[\d\s().\-/]+$/;

/** A telephone number without its grouping, anything else (mail, web) without case. */
export function foldContact(value: string): string {
  return PHONE.test(value) ? value.replace(/[^\d+]/g, '') : value.trim().toLowerCase();
}
