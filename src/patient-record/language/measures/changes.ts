import { PHRASE_END, type Word } from '../text/words.js';
import { type Amount, ARROW, afterTime, amountAt, endsBefore } from './amounts.js';
import { isChange, LINK } from './link-words.js';
import type { Units } from './units.js';

const MAX_STEPS = 8;

export type Trend = 'rising' | 'falling';

const first = ({ value }: Amount): number =>
  typeof value === 'string' ? Number(value.split('/')[0]) : (value ?? NaN);

export function courseOf(from: Amount, to: Amount): Trend | undefined {
  const [a, b] = [first(from), first(to)];
  if (a === b || Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return b > a ? 'rising' : 'falling';
}

const NOW = /^(?:now|currently|today|then|repeat|repeated|second|latest|subsequently)$/;

/** Whether two amounts can be of one thing, by kind and unit. */
function isAlike(a: Amount, b: Amount): boolean {
  if (typeof a.value !== typeof b.value) return false;
  if (b.unit === undefined || a.unit === b.unit) return true;
  return a.unit === undefined && (b.unit === '%' || b.unit.includes('/'));
}

/** Words that end a search over a clause: the names of other tests. */
export type IsName = (at: number) => boolean;

/** Reads how a value became another; the number of words read is bounded. */
export function createChangeReader(units: Units) {
  /** The amount after an arrow, after `to`, after `now`. */
  function nextAmount(text: string, words: readonly Word[], before: Amount): Amount | undefined {
    const next = words[before.to];
    if (next === undefined || endsBefore(next)) return undefined;
    if (next.number) {
      return ARROW.test(text.slice(before.end, next.start))
        ? amountAt(text, words, before.to, units)
        : undefined;
    }
    return next.folded === 'to' ? amountAt(text, words, before.to + 1, units) : undefined;
  }

  /** `1.1 -> 1.4 -> 2.3`, `1.1 yesterday to 2.3`. */
  function chained(text: string, words: readonly Word[], start: Amount): readonly Amount[] {
    const all = [start];
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const last = all.at(-1);
      const next = last && nextAmount(text, words, last);
      if (next === undefined) break;
      all.push({ ...next });
    }
    return all;
  }

  /** `from 1.1 to 2.3`: the second, and which way. */
  function fromTo(text: string, words: readonly Word[], at: number) {
    const from = amountFrom(text, words, at);
    if (from === undefined) return undefined;
    let next = from.to;
    let passed = 0;
    while (passed < 5 && !endsBefore(words[next]) && words[next]?.folded !== 'to') {
      const time = afterTime(text, words, next);
      if (time === undefined && !LINK.has(words[next]?.folded ?? '')) return undefined;
      next = time ?? next + 1;
      passed += 1;
    }
    if (words[next]?.folded !== 'to' || endsBefore(words[next])) return undefined;
    let at2 = next + 1;
    while (at2 < next + 4 && !words[at2]?.number && LINK.has(words[at2]?.folded ?? '')) at2 += 1;
    const to = amountAt(text, words, at2, units);
    return to === undefined ? undefined : { from, to };
  }

  /** The number alone after `from`: `5 to 10` is no range there. */
  function amountFrom(text: string, words: readonly Word[], at: number): Amount | undefined {
    const whole = amountAt(text, words, at, units);
    const word = words[at];
    if (whole === undefined || word === undefined || whole.value !== undefined) return whole;
    const unit = units.after(text, words, at);
    const value = Number(word.written.replace(',', '.'));
    return Number.isFinite(value)
      ? { at, to: unit?.to ?? at + 1, end: unit?.end ?? word.end, value }
      : undefined;
  }

  /** `2.3, up from 1.1`, `40 (down from 180)`, `4.8 from 2.1`: what it was before. */
  function before(
    text: string,
    words: readonly Word[],
    now: Amount,
  ): { readonly to: number; readonly was: Amount } | undefined {
    let at = now.to;
    for (let passed = 0; passed < 5 && !endsBefore(words[at]); passed += 1) {
      const word = words[at];
      if (word?.folded === 'from') {
        const was = amountFrom(text, words, at + 1);
        return was === undefined ? undefined : { to: was.to, was };
      }
      if (!isChange(word?.folded ?? '') && !LINK.has(word?.folded ?? '')) return undefined;
      at += 1;
    }
    return undefined;
  }

  /** `1.1, now 2.3`, `8.1 % in May and is 7.2 % today`: what it is at present. */
  function atPresent(
    text: string,
    words: readonly Word[],
    was: Amount,
    isName: IsName,
  ): Amount | undefined {
    const next = words[was.to];
    const beside = next !== undefined && (next.gap & PHRASE_END) === 0;
    // `2.3 today, 1.1 before`
    if (beside && /^(?:now|currently|today)$/.test(next.folded)) return undefined;
    let now = false;
    for (let at = was.to, passed = 0; passed < 7 && !endsBefore(words[at]); passed += 1) {
      const word = words[at];
      const time = afterTime(text, words, at);
      if (time !== undefined) {
        at = time;
        continue;
      }
      if (word?.number) {
        const found = amountAt(text, words, at, units);
        now ||= NOW.test(words[found?.to ?? at]?.folded ?? '');
        return found !== undefined && now && isAlike(was, found) ? found : undefined;
      }
      if (isName(at)) return undefined;
      now ||= NOW.test(word?.folded ?? '');
      if (word?.folded !== 'and' && !LINK.has(word?.folded ?? '')) return undefined;
      at += 1;
    }
    return undefined;
  }

  return { chained, fromTo, amountFrom, before, atPresent };
}
