import { wordAt } from './draft.js';
import { DIGIT_WORDS, digitOf, TEEN_WORDS, TENS_WORDS, ZERO_WORDS } from './number-words.js';
import { TIME_WORDS } from './unit-table.js';

export interface Cardinal {
  readonly next: number;
  readonly value: number;
  /** `short`: "one forty" is 140; `pair`: "nineteen ninety" is 1990. */
  readonly way: 'full' | 'short' | 'pair';
}

const SCALES: ReadonlySet<string> = new Set(['hundred', 'thousand', 'million', 'billion']);

/** "seven", "seventeen", "seventy", "seventy seven". */
export function readBelowHundred(words: readonly string[], i: number): Cardinal | undefined {
  const word = wordAt(words, i);
  const tens = TENS_WORDS.get(word);
  if (tens !== undefined) {
    const unit = DIGIT_WORDS.get(wordAt(words, i + 1)) ?? 0;
    // "twenty two hundred" is 2200, "twenty five thousand" 25,000: the unit belongs to the tens.
    return { next: unit > 0 ? i + 2 : i + 1, value: tens + unit, way: 'full' };
  }
  const value = TEEN_WORDS.get(word) ?? DIGIT_WORDS.get(word);
  return value === undefined ? undefined : { next: i + 1, value, way: 'full' };
}

/** The part after "hundred" or "thousand"; with "and" it is one only if no scale of its own follows. */
function readRest(words: readonly string[], i: number): Cardinal | undefined {
  const at = wordAt(words, i) === 'and' ? i + 1 : i;
  const rest = readBelowHundred(words, at);
  if (!rest || rest.value === 0 || wordAt(words, rest.next) === 'hundred') return undefined;
  return rest;
}

function readHundreds(words: readonly string[], i: number): Cardinal | undefined {
  const article = wordAt(words, i) === 'a' && SCALES.has(wordAt(words, i + 1));
  if (article && /million|billion/.test(wordAt(words, i + 1))) return undefined;
  const first: Cardinal | undefined = article
    ? { next: i + 1, value: 1, way: 'full' }
    : readBelowHundred(words, i);
  if (!first || wordAt(words, first.next) !== 'hundred' || first.value === 0) return first;
  const hundreds = first.value * 100;
  const rest = readRest(words, first.next + 1);
  if (!rest) return { next: first.next + 1, value: hundreds, way: 'full' };
  return { next: rest.next, value: hundreds + rest.value, way: 'full' };
}

/** "one forty" 140, "one oh five" 105: a digit alone before tens, as readings are spoken. */
function readShort(words: readonly string[], i: number): Cardinal | undefined {
  const first = DIGIT_WORDS.get(wordAt(words, i)) ?? 0;
  if (first === 0) return undefined;
  if (ZERO_WORDS.has(wordAt(words, i + 1))) {
    const unit = DIGIT_WORDS.get(wordAt(words, i + 2)) ?? 0;
    if (unit === 0 || digitOf(wordAt(words, i + 3)) !== undefined) return undefined;
    if (SCALES.has(wordAt(words, i + 3))) return undefined;
    return { next: i + 3, value: first * 100 + unit, way: 'short' };
  }
  const second = readBelowHundred(words, i + 1);
  if (!second || second.value < 10 || wordAt(words, second.next) === 'hundred') return undefined;
  return { next: second.next, value: first * 100 + second.value, way: 'short' };
}

const BEFORE_YEAR: ReadonlySet<string> = new Set(['in', 'since', 'of', 'year', 'by', 'until']);
const QUARTERS: ReadonlySet<number> = new Set([25, 50, 75]);

/** "nineteen eighty five", "twenty oh nine", "twelve fifty". */
function readPair(words: readonly string[], i: number): Cardinal | undefined {
  const word = wordAt(words, i);
  const first = TEEN_WORDS.get(word) ?? (word === 'twenty' ? 20 : undefined);
  if (first === undefined) return undefined;
  const oh = word !== 'zero' && ZERO_WORDS.has(wordAt(words, i + 1));
  const unit = oh ? DIGIT_WORDS.get(wordAt(words, i + 2)) : undefined;
  const second: Cardinal | undefined =
    unit === undefined ? readBelowHundred(words, i + 1) : { next: i + 3, value: unit, way: 'full' };
  if (!second || (!oh && second.value < 10)) return undefined;
  if (SCALES.has(wordAt(words, second.next))) return undefined;
  const past = (first === 17 || first === 18) && BEFORE_YEAR.has(wordAt(words, i - 1));
  const year = first === 19 || first === 20 || past;
  // "twenty thirty minutes" is from 20 to 30.
  if (!year && !QUARTERS.has(second.value)) return undefined;
  if (year && TIME_WORDS.has(wordAt(words, second.next))) return undefined;
  return { next: second.next, value: first * 100 + second.value, way: 'pair' };
}

function readScale(words: readonly string[], from: Cardinal, scale: string, by: number): Cardinal {
  if (wordAt(words, from.next) !== scale || from.value === 0) return from;
  const value = from.value * by;
  const at = wordAt(words, from.next + 1) === 'and' ? from.next + 2 : from.next + 1;
  const rest = readHundreds(words, at);
  const bare = rest === undefined || rest.value === 0 || wordAt(words, at) === 'a';
  if (bare || wordAt(words, rest.next) === scale) {
    return { next: from.next + 1, value, way: 'full' };
  }
  if (wordAt(words, rest.next) === 'thousand' && by > 1000) {
    const thousands = readScale(words, rest, 'thousand', 1000);
    return { next: thousands.next, value: value + thousands.value, way: 'full' };
  }
  return { next: rest.next, value: value + rest.value, way: 'full' };
}

/**
 * A whole number as it is spoken, 0 up to some hundred million, from place `i`.
 * "N million" alone is read as N; the word "million" stays.
 */
export function readCardinal(words: readonly string[], i: number): Cardinal | undefined {
  const short = readShort(words, i) ?? readPair(words, i);
  const first = short ?? readHundreds(words, i);
  if (!first) return undefined;
  if (wordAt(words, first.next) === 'thousand' && first.way !== 'pair') {
    return readScale(words, first, 'thousand', 1000);
  }
  if (wordAt(words, first.next) === 'million') {
    const whole = readScale(words, first, 'million', 1_000_000);
    return whole.next > first.next + 1 ? whole : first;
  }
  return first;
}

/** A year, 1900..2099: "nineteen ninety", "twenty twenty six", "two thousand and six". */
export function readYear(words: readonly string[], i: number): Cardinal | undefined {
  const read = readPair(words, i) ?? readCardinal(words, i);
  return read && read.value >= 1900 && read.value <= 2099 ? read : undefined;
}
