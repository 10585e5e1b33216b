import { one, type Rule, wordAt } from './draft.js';
import {
  DIGIT_WORDS,
  isNumberWord,
  ORDINAL_WORDS,
  ordinalText,
  TENS_WORDS,
} from './number-words.js';
import { readUnit } from './read-unit.js';

const PARTS: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halves', 2],
  ['quarter', 4],
  ['quarters', 4],
  ...[...ORDINAL_WORDS].flatMap(([word, value]): [string, number][] =>
    (value >= 3 && value <= 10) || value === 16
      ? [
          [word, value],
          [`${word}s`, value],
        ]
      : [],
  ),
]);

/** "one third generation ...", "one fourth finger": the ordinal belongs to what follows. */
const ORDINAL_OF: ReadonlySet<string> = new Set(
  (
    'generation degree trimester finger toe metatarsal metacarpal molar ventricle nerve rib ' +
    'intercostal space day dose year week month digit cervical thoracic lumbar cranial interspace'
  ).split(' '),
);

/** "one half tablet" 1/2 tablet; in prose "two-thirds". */
export const readFraction: Rule = ({ words }, i) => {
  const top = DIGIT_WORDS.get(wordAt(words, i)) ?? 0;
  const word = wordAt(words, i + 1);
  const bottom = PARTS.get(word);
  if (top === 0 || bottom === undefined || top >= bottom) return undefined;
  if (top > 1 !== word.endsWith('s') && word !== 'half') return undefined;
  if (isNumberWord(wordAt(words, i - 1)) || ORDINAL_OF.has(wordAt(words, i + 2))) return undefined;
  const unit = readUnit(words, i + 2);
  if (unit && unit.use !== 'time') return one(i, i + 2, `${top}/${bottom}`);
  return one(i, i + 2, `${wordAt(words, i)}-${word}`, 'word');
};

export interface SpokenOrdinal {
  readonly next: number;
  readonly value: number;
}

/** "third" 3, "twenty first" 21. */
export function readOrdinalValue(words: readonly string[], i: number): SpokenOrdinal | undefined {
  const tens = TENS_WORDS.get(wordAt(words, i));
  if (tens !== undefined) {
    const unit = ORDINAL_WORDS.get(wordAt(words, i + 1)) ?? 0;
    return unit >= 1 && unit <= 9 ? { next: i + 2, value: tens + unit } : undefined;
  }
  const value = ORDINAL_WORDS.get(wordAt(words, i));
  return value === undefined ? undefined : { next: i + 1, value };
}

const BEFORE_ORDINAL: ReadonlySet<string> = new Set(
  'the his her their on this my your every'.split(' '),
);

/** "twenty second" is 22nd or a time of 20 seconds. */
function isSeconds(words: readonly string[], i: number): boolean {
  if (wordAt(words, i + 1) !== 'second') return false;
  return !BEFORE_ORDINAL.has(wordAt(words, i - 1)) && wordAt(words, i + 2) !== 'of';
}

/** Ordinals from the tenth on in digits; the first to the ninth stay words in prose. */
export const readOrdinal: Rule = ({ words }, i) => {
  const read = readOrdinalValue(words, i);
  if (!read || read.value < 10) return undefined;
  if (read.next === i + 2 && isSeconds(words, i)) return undefined;
  return one(i, read.next, ordinalText(read.value));
};
