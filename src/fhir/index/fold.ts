/** Letters that Unicode does not take apart into a base and a mark. */
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

/** Written or left out at will inside a word: O'Brien, OBrien. */
const APOSTROPHES = /['’‘ʼ`´]/g;

/** All else that separates words, once or often. */
const SEPARATORS = /[\s\p{P}]+/gu;

const PLAIN = /^[a-z0-9 ]*$/;

function lower(text: string): string {
  const bare = text.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase();
  return bare.replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter);
}

/**
 * A text as searches compare it: without case, marks and punctuation, with single spaces
 * (http://hl7.org/fhir/R4/search.html#string). A text of nothing but punctuation keeps it, so that
 * it is found by itself and does not find everything.
 */
export function fold(text: string): string {
  const letters = PLAIN.test(text) ? text : lower(text);
  const words = letters.replace(APOSTROPHES, '').replace(SEPARATORS, ' ').trim();
  return words === '' ? letters.trim() : words;
}

/** What follows each later word: `garcía lópez` is also found by `lópez`. */
export function laterWords(folded: string): string[] {
  const words = folded.split(' ');
  return words.slice(1).map((_, index) => words.slice(index + 1).join(' '));
}

/** Digits and how people group them. */
const PHONE = /^\+?[\d\s().\-/]+$/;

/** A telephone number without its grouping, anything else (mail, web) without case. */
export function foldContact(value: string): string {
  return PHONE.test(value) ? value.replace(/[^\d+]/g, '') : value.trim().toLowerCase();
}
