import { goesOn, SENTENCE_END, type Word } from '../text/words.js';
import type { Units } from './units.js';

/** A number of a text with its unit, or what replaces one. */
export interface Amount {
  /** It spans the words `at` to `to` (excluded), with its unit. */
  readonly at: number;
  readonly to: number;
  /** Offset in the text where it ends. */
  readonly end: number;
  /** `140/90` as written, a number otherwise; missing for a range, which is no value. */
  readonly value?: number | string;
  readonly comparator?: '<' | '<=' | '>' | '>=';
  /** A minus sign or a dash precedes it. */
  readonly minus?: true;
  /** UCUM, where a unit is written. */
  readonly unit?: string;
}

/** A number before these counts something else. */
const COUNTS = new Set(
  (
    'time x day week month year hour hrs minute mins visit session dos dose tablet pill episode old pack cigarette mile ' +
    'block am pm st nd rd th degree? ago fold s'
  ).split(' '),
);
const PERIOD = new Set('minute mins hour hrs day week month year night'.split(' '));
const NUMBER_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|few|couple)$/;

const numberOf = (written: string) =>
  Number(written.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.'));

const between = (text: string, before: Word, after: Word) => text.slice(before.end, after.start);

/** A number word that only a sign separates from the number before: `140/90`, `110-120`. */
function nextBy(
  text: string,
  words: readonly Word[],
  at: number,
  sign: RegExp,
): number | undefined {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || next?.number !== true || next.start - word.end > 4) return undefined;
  return sign.test(between(text, word, next)) ? at + 1 : undefined;
}

const SLASH = /^ ?\/ ?$/;
const COLON = /^:$/;
const DASH = /^\s?[-–—]\s?$/;
export const ARROW = /^\s?(?:-{1,2}>|=>|→|⟶|➔|➝|>)\s?$/;

/** The first word after a date or a time of day: `12/03/2021`, `10:30`, `2021-03-12`. */
function afterDate(text: string, words: readonly Word[], at: number): number | undefined {
  if (nextBy(text, words, at, COLON) !== undefined) return at + 2;
  for (const sign of [SLASH, /^-$/]) {
    const second = nextBy(text, words, at, sign);
    if (second === undefined) continue;
    if (nextBy(text, words, second, sign) !== undefined) return second + 2;
  }
  return undefined;
}

/** The first word after a time that begins at a word: `2 days ago`, `10:30`, `2019`. */
export function afterTime(text: string, words: readonly Word[], at: number): number | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const next = words[at + 1];
  if (word.number) {
    const date = afterDate(text, words, at);
    if (date !== undefined) return date;
    const year = /^(?:19|20)\d\d$/.test(word.written);
    const hasLead = /^(?:in|since|of|from)$/.test(words[at - 1]?.folded ?? '');
    if (year && hasLead) return at + 1;
  } else if (!NUMBER_WORD.test(word.folded)) return undefined;
  return goesOn(next) && PERIOD.has(next?.folded ?? '') ? at + 2 : undefined;
}

const COMPARATORS: readonly (readonly [RegExp, '<' | '<=' | '>' | '>='])[] = [
  [/(?:<=|≤|\bless than or equal to)\s*$/i, '<='],
  [/(?:>=|≥|\bgreater than or equal to)\s*$/i, '>='],
  [/(?:<|\b(?:less than|under|below))\s*$/i, '<'],
  [/(?<![-=])(?:>|\b(?:greater than|more than|above|over))\s*$/i, '>'],
];
/** Characters before a number in which a comparator is looked for. */
const COMPARED = 26;

const MINUS = /(?:^|[\s:(])[-−]$/;

interface RawAmount {
  readonly to: number;
  readonly value?: number | string;
}

/** `140/90`, `140 over 90`, `110-120`, a plain number. */
function rawAt(text: string, words: readonly Word[], at: number): RawAmount | undefined {
  const word = words[at];
  if (word?.number !== true || afterDate(text, words, at) !== undefined) return undefined;
  const below = nextBy(text, words, at, SLASH);
  if (below !== undefined) {
    return { to: below + 1, value: `${word.written}/${words[below]?.written ?? ''}` };
  }
  const next = words[at + 1];
  const third = words[at + 2];
  if (goesOn(next) && goesOn(third) && third?.number === true) {
    if (next?.folded === 'over') return { to: at + 3, value: `${word.written}/${third.written}` };
    if (next?.folded === 'to') return { to: at + 3 };
  }
  if (nextBy(text, words, at, DASH) !== undefined) return { to: at + 2 };
  const value = numberOf(word.written);
  return Number.isFinite(value) ? { to: at + 1, value } : undefined;
}

interface AmountPart {
  readonly value: number;
  readonly unit: string;
  readonly to: number;
  readonly end: number;
}

const rounded = (value: number) => Number(value.toPrecision(8));

/** `5 ft 10 in`, `9 stone 6`, `7 lb 8 oz`: larger and smaller unit, how many make one, the unit. */
const COMPOUND: Readonly<Record<string, readonly [string, number, string]>> = {
  '[ft_i]': ['[in_i]', 12, '[in_i]'],
  '[stone_av]': ['[lb_av]', 14, '[lb_av]'],
  '[lb_av]': ['[oz_av]', 16, '[lb_av]'],
};

/** Returns the number of two units as one; stones alone are converted to pounds. */
function compound(
  text: string,
  words: readonly Word[],
  first: AmountPart,
  units: Units,
): AmountPart {
  const [lesser, many, unit] = COMPOUND[first.unit] ?? ['', 1, first.unit];
  const small = words[first.to];
  const isWhole = (word: Word | undefined) =>
    word?.number === true && goesOn(word) && numberOf(word.written) < many;
  if (lesser !== '' && small !== undefined && isWhole(small)) {
    const own = units.after(text, words, first.to);
    const bare = first.unit !== '[lb_av]' && own === undefined;
    if (bare || own?.ucum === lesser) {
      const count = numberOf(small.written);
      const value =
        unit === lesser ? first.value * many + count : rounded(first.value + count / many);
      return { value, unit, to: own?.to ?? first.to + 1, end: own?.end ?? small.end };
    }
  }
  if (first.unit !== '[stone_av]') return first;
  return { ...first, value: rounded(first.value * many), unit };
}

/** `5'10"`: feet and inches. */
function feetAt(text: string, words: readonly Word[], at: number): AmountPart | undefined {
  const inches = nextBy(text, words, at, /^['’′]\s?$/);
  const [feet, rest] = [words[at], inches === undefined ? undefined : words[inches]];
  if (feet?.number !== true || rest === undefined || inches === undefined) return undefined;
  const value = numberOf(feet.written) * 12 + numberOf(rest.written);
  const sign = /^["”″]|^''/.exec(text.slice(rest.end, rest.end + 2))?.[0] ?? '';
  return { value, unit: '[in_i]', to: inches + 1, end: rest.end + sign.length };
}

/** The first number of a range has a unit of its own: `88% - 92%`, `70 kg to 76 kg`. */
function rangeAfter(
  text: string,
  words: readonly Word[],
  to: number,
  end: number,
): number | undefined {
  const next = words[to];
  if (next?.number === true) return DASH.test(text.slice(end, next.start)) ? to + 1 : undefined;
  const third = words[to + 1];
  const isRange = goesOn(next) && next?.folded === 'to' && goesOn(third) && third?.number === true;
  return isRange ? to + 2 : undefined;
}

/**
 * The amount that begins at a word: a number with comparator and unit, a pair such as `140/90`, or
 * a range, which has no value. Dates, times, ordinals and counts of other things are none.
 */
export function amountAt(
  text: string,
  words: readonly Word[],
  at: number,
  units: Units,
): Amount | undefined {
  const feet = feetAt(text, words, at);
  if (feet !== undefined) return { at, ...feet };
  const raw = rawAt(text, words, at);
  const last = raw && words[raw.to - 1];
  if (raw === undefined || last === undefined || afterTime(text, words, at) !== undefined) {
    return undefined;
  }
  const unit = units.after(text, words, raw.to - 1);
  const next = words[unit?.to ?? raw.to];
  if (text.charAt(last.end) === '#') return undefined;
  if (unit === undefined && goesOn(next) && COUNTS.has(next?.folded ?? '')) return undefined;
  const start = words[at]?.start ?? 0;
  const before = text.slice(Math.max(0, start - COMPARED), start);
  const comparator = COMPARATORS.find(([sign]) => sign.test(before))?.[1];
  const end = unit?.end ?? last.end;
  const to = unit?.to ?? raw.to;
  const further = raw.value === undefined ? undefined : rangeAfter(text, words, to, end);
  if (further !== undefined) {
    const own = units.after(text, words, further - 1);
    const whole = own?.end ?? words[further - 1]?.end ?? end;
    return { at, to: own?.to ?? further, end: whole, ...(own && { unit: own.ucum }) };
  }
  const minus = MINUS.test(before);
  const signs = { ...(comparator !== undefined && { comparator }), ...(minus && { minus }) };
  if (unit === undefined) {
    return { at, to, end, ...signs, ...(raw.value !== undefined && { value: raw.value }) };
  }
  if (typeof raw.value !== 'number') {
    const value = raw.value !== undefined && { value: raw.value };
    return { at, to, end, ...signs, unit: unit.ucum, ...value };
  }
  const first = { value: raw.value, unit: unit.ucum, to, end };
  return { at, ...signs, ...compound(text, words, first, units) };
}

/** Whether a sentence or an item of a list ends before a word. */
export const endsBefore = (word: Word | undefined): boolean =>
  word === undefined || (word.gap & SENTENCE_END) !== 0;
