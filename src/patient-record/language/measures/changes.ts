import { PHRASE_END, type Word } from '../text/words.js';
import { type Amount, ARROW, afterTime, amountAt, endsBefore } from './amounts.js';
import { isChange, LINK } from './link-words.js';
import type { MeasuredText } from './measured-text.js';

const MAX_STEPS = 8;
/** Maximum number of words between two values of one change. */
const MAX_BETWEEN = 5;
/** Maximum number of words and times between a value and what it is at present. */
const MAX_TO_PRESENT = 7;

export type Trend = 'rising' | 'falling';

/** Two values of one thing, in the order of time. */
export interface Change {
  readonly from: Amount;
  readonly to: Amount;
}

const upper = ({ value }: Amount): number =>
  typeof value === 'string' ? Number(value.split('/')[0]) : (value ?? NaN);

export function courseOf({ from, to }: Change): Trend | undefined {
  const [a, b] = [upper(from), upper(to)];
  if (a === b || Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return b > a ? 'rising' : 'falling';
}

const NOW = /^(?:now|currently|today|then|repeat|repeated|second|latest|subsequently)$/;
const RIGHT_NOW = /^(?:now|currently|today)$/;

/** Whether two amounts can be of one thing, by kind and unit. */
function isAlike(a: Amount, b: Amount): boolean {
  if (typeof a.value !== typeof b.value) return false;
  if (b.unit === undefined || a.unit === b.unit) return true;
  return a.unit === undefined && (b.unit === '%' || b.unit.includes('/'));
}

const isLink = (word: Word | undefined): boolean => LINK.has(word?.folded ?? '');

/** The amount after an arrow or after `to`. */
function nextAmount({ text, words, units }: MeasuredText, before: Amount): Amount | undefined {
  const next = words[before.to];
  if (next === undefined || endsBefore(next)) return undefined;
  if (next.number) {
    return ARROW.test(text.slice(before.end, next.start))
      ? amountAt(text, words, before.to, units)
      : undefined;
  }
  return next.folded === 'to' ? amountAt(text, words, before.to + 1, units) : undefined;
}

/** `1.1 -> 1.4 -> 2.3`, `1.1 to 2.3`: all of them, in their order. */
export function amountChain(source: MeasuredText, start: Amount): readonly Amount[] {
  const all = [start];
  let next = nextAmount(source, start);
  while (next !== undefined && all.length <= MAX_STEPS) {
    all.push(next);
    next = nextAmount(source, next);
  }
  return all;
}

/** The number alone after `from`: `5 to 10` is no range there. */
export function amountAfterFrom(
  { text, words, units }: MeasuredText,
  at: number,
): Amount | undefined {
  const whole = amountAt(text, words, at, units);
  const word = words[at];
  if (whole === undefined || word === undefined || whole.value !== undefined) return whole;
  const unit = units.after(text, words, at);
  const value = Number(word.written.replace(',', '.'));
  return Number.isFinite(value)
    ? { at, to: unit?.to ?? at + 1, end: unit?.end ?? word.end, value }
    : undefined;
}

/** The word `to` that leads from one value to the next: `1.1 yesterday to 2.3`. */
function findTo({ text, words }: MeasuredText, start: number): number | undefined {
  let at = start;
  for (let passed = 0; passed < MAX_BETWEEN; passed += 1) {
    const word = words[at];
    if (endsBefore(word) || word?.folded === 'to') break;
    const time = afterTime(text, words, at);
    if (time === undefined && !isLink(word)) return undefined;
    at = time ?? at + 1;
  }
  const word = words[at];
  return word?.folded === 'to' && !endsBefore(word) ? at : undefined;
}

/** The change whose first value is at a word, where `from` leads to it: `from 1.1 to 2.3`. */
export function changeFrom(source: MeasuredText, start: number): Change | undefined {
  const { text, words, units } = source;
  const from = amountAfterFrom(source, start);
  const leading = from && findTo(source, from.to);
  if (from === undefined || leading === undefined) return undefined;
  let at = leading + 1;
  while (at < leading + 4 && !words[at]?.number && isLink(words[at])) at += 1;
  const to = amountAt(text, words, at, units);
  return to && { from, to };
}

/** `2.3, up from 1.1`, `40 (down from 180)`, `4.8 from 2.1`: what it was before. */
export function earlierAmount(source: MeasuredText, present: Amount): Amount | undefined {
  const { words } = source;
  for (let at = present.to; at < present.to + MAX_BETWEEN; at += 1) {
    const word = words[at];
    if (endsBefore(word)) return undefined;
    if (word?.folded === 'from') return amountAfterFrom(source, at + 1);
    if (!isChange(word?.folded ?? '') && !isLink(word)) return undefined;
  }
  return undefined;
}

/** `1.1, now 2.3`, `8.1 % in May and is 7.2 % today`: what it is at present. */
export function presentAmount(source: MeasuredText, earlier: Amount): Amount | undefined {
  const { text, words, units, nameStarts } = source;
  const next = words[earlier.to];
  const beside = next !== undefined && (next.gap & PHRASE_END) === 0;
  // `2.3 today, 1.1 before`
  if (beside && RIGHT_NOW.test(next.folded)) return undefined;
  let at = earlier.to;
  let isPresent = false;
  for (let passed = 0; passed < MAX_TO_PRESENT; passed += 1) {
    const word = words[at];
    if (endsBefore(word)) return undefined;
    const time = afterTime(text, words, at);
    if (time !== undefined) {
      at = time;
      continue;
    }
    if (word?.number) {
      const amount = amountAt(text, words, at, units);
      isPresent ||= NOW.test(words[amount?.to ?? at]?.folded ?? '');
      return amount && isPresent && isAlike(earlier, amount) ? amount : undefined;
    }
    if (nameStarts.has(at)) return undefined;
    isPresent ||= NOW.test(word?.folded ?? '');
    if (word?.folded !== 'and' && !isLink(word)) return undefined;
    at += 1;
  }
  return undefined;
}
