import { readCardinal } from './cardinal.js';
import { wordAt } from './draft.js';
import { DIGIT_WORDS, digitOf, TEEN_WORDS, TENS_WORDS } from './number-words.js';

export interface SpokenNumber {
  readonly next: number;
  readonly value: number;
  /** In digits, with a zero before the point, commas from five digits on. */
  readonly text: string;
  readonly whole: boolean;
  /** `short` and `pair` could be two numbers side by side. */
  readonly way: 'full' | 'short' | 'pair';
}

/** "at this point five days later": no decimal point. */
const BEFORE_NOUN: ReadonlySet<string> = new Set(
  "this that which some one every starting the any no end focal trigger mcburney's".split(' '),
);

const SYMBOL = /(gram|gramme|meter|metre|liter|litre|percent)s?$/;

/** Digits with commas from ten thousand on (clinical style: 6400, 45,700). */
export const groupDigits = (value: number): string =>
  value < 10_000 ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** Digits after "point": one by one, or as one number below a hundred ("two point twenty five"). */
function readFraction(
  words: readonly string[],
  i: number,
): { readonly next: number; readonly digits: string } | undefined {
  let next = i;
  let digits = '';
  while (digits.length < 6) {
    const digit = digitOf(wordAt(words, next));
    if (digit === undefined) break;
    digits += digit;
    next += 1;
  }
  if (digits !== '') return { next, digits };
  const teen = TEEN_WORDS.get(wordAt(words, i));
  if (teen !== undefined) return { next: i + 1, digits: String(teen) };
  const tens = TENS_WORDS.get(wordAt(words, i));
  if (tens === undefined) return undefined;
  const unit = DIGIT_WORDS.get(wordAt(words, i + 1)) ?? 0;
  return { next: unit > 0 ? i + 2 : i + 1, digits: String(tens + unit) };
}

const PARTS: readonly (readonly [readonly string[], string])[] = [
  [['and', 'a', 'half'], '5'],
  [['and', 'one', 'half'], '5'],
  [['and', 'a', 'quarter'], '25'],
  [['and', 'one', 'quarter'], '25'],
  [['and', 'three', 'quarters'], '75'],
  [['and', 'three', 'quarter'], '75'],
];

function withPart(words: readonly string[], whole: SpokenNumber): SpokenNumber {
  const part = PARTS.find(([phrase]) =>
    phrase.every((word, n) => wordAt(words, whole.next + n) === word),
  );
  if (!part) return whole;
  const text = `${whole.text}.${part[1]}`;
  const next = whole.next + part[0].length;
  return { next, value: Number(`${whole.value}.${part[1]}`), text, whole: false, way: whole.way };
}

/**
 * A number as it is spoken from place `i`: "two point five" 2.5, "point five" 0.5, "one and a half"
 * 1.5, "one forty" 140. Digits stay as spoken: 4.0 remains 4.0.
 */
export function readNumber(words: readonly string[], i: number): SpokenNumber | undefined {
  if (wordAt(words, i) === 'point') {
    const fraction = readFraction(words, i + 1);
    if (!fraction || BEFORE_NOUN.has(wordAt(words, i - 1))) return undefined;
    // "a point seven millimeter lesion" measures, "a point five days later" does not.
    const noun = wordAt(words, i - 1) === 'a' && !SYMBOL.test(wordAt(words, fraction.next));
    if (noun) return undefined;
    const text = `0.${fraction.digits}`;
    return { next: fraction.next, value: Number(text), text, whole: false, way: 'full' };
  }
  const oh = /^(oh|o)$/.test(wordAt(words, i)) && wordAt(words, i + 1) === 'point';
  const cardinal = oh ? ({ next: i + 1, value: 0, way: 'full' } as const) : readCardinal(words, i);
  if (!cardinal) return undefined;
  const { next, value, way } = cardinal;
  const fraction = wordAt(words, next) === 'point' ? readFraction(words, next + 1) : undefined;
  if (!fraction)
    return withPart(words, { next, value, text: groupDigits(value), whole: true, way });
  const text = `${groupDigits(value)}.${fraction.digits}`;
  const exact = Number(`${value}.${fraction.digits}`);
  return { next: fraction.next, value: exact, text, whole: false, way };
}

/** Doses never carry a trailing zero: 5.0 mg was given as 50 mg (ISMP error-prone designations). */
export const withoutTrailingZero = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
