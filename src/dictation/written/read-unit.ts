import { wordAt } from './draft.js';
import { readNumber } from './spoken-number.js';
import {
  BELOW_PHRASES,
  COUNTED_WORDS,
  TIME_WORDS,
  UNIT_PHRASES,
  type UnitUse,
} from './unit-table.js';

export interface Unit {
  readonly next: number;
  readonly text: string;
  readonly use: UnitUse;
}

const LONGEST = 7;

/** The longest entry of a table that the words from `i` on spell. */
export function longestAt<T>(
  words: readonly string[],
  i: number,
  table: ReadonlyMap<string, T>,
  longest: number,
): { readonly next: number; readonly entry: T } | undefined {
  let phrase = '';
  let found: { readonly next: number; readonly entry: T } | undefined;
  for (let n = 0; n < longest && i + n < words.length; n += 1) {
    phrase = n === 0 ? wordAt(words, i) : `${phrase} ${wordAt(words, i + n)}`;
    const entry = table.get(phrase);
    if (entry !== undefined) found = { next: i + n + 1, entry };
  }
  return found;
}

/** "gram positive cocci", "gram stain", "two mole ..." are not measures. */
const NOT_AFTER_GRAM: ReadonlySet<string> = new Set(['positive', 'negative', 'stain', 'variable']);

/** "milligrams per five milliliters": the strength of a liquid. */
function readVolume(
  words: readonly string[],
  i: number,
): { readonly next: number; readonly entry: string } | undefined {
  const read = wordAt(words, i - 1) === 'per' ? readNumber(words, i) : undefined;
  const unit = read ? longestAt(words, read.next, UNIT_PHRASES, 3) : undefined;
  if (!read || !unit || !/^(volume|measure)$/.test(unit.entry.use)) return undefined;
  return { next: unit.next, entry: `${read.text} ${unit.entry.text}` };
}

const LITERS_OF: ReadonlySet<string> = new Set([
  'of',
  'nasal',
  'oxygen',
  'via',
  'nc',
  'by',
  'bolus',
]);

/** Reads the denominator of a unit: "per kilogram per day" -> `/kg/day`. */
export function readBelow(words: readonly string[], i: number): { next: number; text: string } {
  let next = i;
  let text = '';
  for (let n = 0; n < 3 && /^(per|slash|over)$/.test(wordAt(words, next)); n += 1) {
    const below = longestAt(words, next + 1, BELOW_PHRASES, LONGEST) ?? readVolume(words, next + 1);
    if (!below) break;
    text += `/${below.entry}`;
    next = below.next;
  }
  return { next, text };
}

/** A unit after a number; "tablets" and "days" are units that stay words. */
export function readUnit(words: readonly string[], i: number): Unit | undefined {
  const found = longestAt(words, i, UNIT_PHRASES, 3);
  const word = wordAt(words, i);
  if (found && !(word === 'gram' && NOT_AFTER_GRAM.has(wordAt(words, i + 1)))) {
    const { use, text } = found.entry;
    if (use === 'percent') return { next: found.next, text, use };
    const below = readBelow(words, found.next);
    return { next: below.next, text: text + below.text, use };
  }
  if (word === 'l' && LITERS_OF.has(wordAt(words, i + 1))) {
    return { next: i + 1, text: 'L', use: 'volume' };
  }
  if (!COUNTED_WORDS.has(word)) return undefined;
  if (word === 'french') return { next: i + 1, text: 'French', use: 'measure' };
  const use = TIME_WORDS.has(word) ? 'time' : 'count';
  if (word !== 'units' && word !== 'unit') return { next: i + 1, text: word, use };
  const below = readBelow(words, i + 1);
  return { next: below.next, text: word + below.text, use: 'dose' };
}
