import { formsOf, type ShorthandExpansion, spread } from './shorthand-forms.js';
import { goesOn, type Word } from './words.js';

const numbered = (words: string, first: number, step: number) =>
  words.split(' ').map((word, n) => [word, first + n * step] as const);

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...numbered('zero one two three four five six seven eight nine', 0, 1),
  ['oh', 0],
]);
const TEENS: ReadonlyMap<string, number> = new Map(
  numbered(
    'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    10,
    1,
  ),
);
const TENS: ReadonlyMap<string, number> = new Map(
  numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
]);

/** Words with which a number can begin, folded. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...DIGITS.keys(),
  ...TEENS.keys(),
  ...TENS.keys(),
  'for',
]);

interface SpokenNumber {
  readonly value: number;
  readonly to: number;
}

/** As written, since folding takes `four` for `for`. */
const plainAt = (words: readonly Word[], at: number): string =>
  words[at]?.written.toLowerCase() ?? '';
const wordAt = (words: readonly Word[], at: number): string =>
  goesOn(words[at]) ? plainAt(words, at) : '';

/** `twelve`, `forty`, `forty five`, `five`. */
function belowHundred(words: readonly Word[], at: number, first: string): SpokenNumber | undefined {
  const small = DIGITS.get(first) ?? TEENS.get(first);
  if (small !== undefined) return { value: small, to: at + 1 };
  const tens = TENS.get(first);
  if (tens === undefined) return undefined;
  const unit = DIGITS.get(wordAt(words, at + 1)) ?? 0;
  return unit > 0 ? { value: tens + unit, to: at + 2 } : { value: tens, to: at + 1 };
}

/** Reads what continues after `hundred` or `thousand`: `and five`, `twenty five`. */
function rest(words: readonly Word[], at: number, below: number): SpokenNumber | undefined {
  const from = wordAt(words, at) === 'and' ? at + 1 : at;
  const more = whole(words, from, wordAt(words, from));
  return more !== undefined && more.value > 0 && more.value < below ? more : undefined;
}

const PAIRED_MOST = 3;

function whole(words: readonly Word[], at: number, first: string): SpokenNumber | undefined {
  const start = belowHundred(words, at, first);
  if (start === undefined || start.value === 0) return start;
  const scale = SCALES.get(wordAt(words, start.to));
  if (scale !== undefined) {
    const value = start.value * scale;
    const more = rest(words, start.to + 1, scale);
    return more === undefined
      ? { value, to: start.to + 1 }
      : { value: value + more.value, to: more.to };
  }
  // `one twenty`, `one thirty one`; `at two thirty` is a time.
  const next = wordAt(words, start.to);
  const pairs = start.value === 1 || words[at - 1]?.folded !== 'at';
  if (start.value <= PAIRED_MOST && pairs && (TENS.has(next) || TEENS.has(next))) {
    const more = belowHundred(words, start.to, next);
    if (more !== undefined) return { value: start.value * 100 + more.value, to: more.to };
  }
  return start;
}

/** `point two five` as digits. */
function decimals(words: readonly Word[], at: number) {
  if (wordAt(words, at) !== 'point') return undefined;
  let digits = '';
  let to = at + 1;
  for (let one = DIGITS.get(wordAt(words, to)); one !== undefined; ) {
    digits += String(one);
    to += 1;
    one = DIGITS.get(wordAt(words, to));
  }
  return digits === '' ? undefined : { digits, to };
}

/** Units of doses: before these small numbers are numbers too, `five milligrams`. */
const DOSE_UNIT = /^(?:(?:milli|micro)?gram(?:me)?|mg|mcg|millilit(?:er|re)|ml|unit)s?$/;
const MIN = 13;

/**
 * A number in words as digits: `one hundred and forty`, `ninety three`, `one twenty`, `thirty eight
 * point two`. Small numbers stay words unless a unit of doses follows: `two weeks`, `one of them`.
 */
export function numberWordsAt(words: readonly Word[], at: number): ShorthandExpansion | undefined {
  // A device against pain, and no number.
  if (words[at]?.written === 'TENS') return undefined;
  const found = whole(words, at, plainAt(words, at));
  if (found === undefined) return undefined;
  const fraction = decimals(words, found.to);
  const to = fraction?.to ?? found.to;
  const small = found.value < MIN && fraction === undefined;
  if (small && !DOSE_UNIT.test(wordAt(words, to))) return undefined;
  const written = `${found.value}${fraction === undefined ? '' : `.${fraction.digits}`}`;
  return spread(words, at, to, formsOf(written));
}
