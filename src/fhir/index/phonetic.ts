import { fold, MAX_WORDS } from './fold.js';

/** Digits of consonants that sound alike; vowels and y separate them, h and w do not. */
const DIGITS: Readonly<Record<string, string>> = {
  b: '1',
  f: '1',
  p: '1',
  v: '1',
  c: '2',
  g: '2',
  j: '2',
  k: '2',
  q: '2',
  s: '2',
  x: '2',
  z: '2',
  d: '3',
  t: '3',
  l: '4',
  m: '5',
  n: '5',
  r: '6',
};

const SILENT = /[hw]/;

/**
 * American Soundex of a word of Latin letters (D. Knuth, The Art of Computer Programming, vol. 3,
 * 2nd ed., p. 394): `Robert` and `Rupert` are both `r163`. Any other word is kept as it is.
 *
 * @param word folded
 */
export function soundex(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const [first = '', ...rest] = word;
  let digits = '';
  let last = DIGITS[first];
  for (const letter of rest) {
    if (SILENT.test(letter)) continue;
    const digit = DIGITS[letter];
    if (digit !== undefined && digit !== last) digits += digit;
    last = digit;
  }
  return first + digits.slice(0, 3).padEnd(3, '0');
}

/** The phonetic code of each word of a text. */
export const soundsOf = (text: string): string[] => fold(text).split(' ').map(soundex);

/** The phonetic codes by which a name is found: those of its first words. */
export const indexedSounds = (text: string): string[] => soundsOf(text).slice(0, MAX_WORDS);

/** The parameters that compare names phonetically. */
export const isPhonetic = (code: string) => code === 'phonetic';
