import { GAP, type Word } from '../text/words.js';
import { type Amount, afterTime, amountAt, endsBefore } from './amounts.js';
import { courseOf, createChangeReader, type IsName, type Trend } from './changes.js';
import { FALL, isChange, LINK, RISE } from './link-words.js';
import type { Units } from './units.js';

/** `rose 0.5`: a number right after these is the difference. */
const MOVED = new Set('rose fell dropped climbed jumped declined'.split(' '));

const NEARLY = new Set('about approximately around roughly nearly almost approx'.split(' '));

/** `fell 0.5`, `up about 14 pounds`: what it changed by, and not what it is. */
function isDifference(words: readonly Word[], at: number, least: number, found: Amount): boolean {
  let before = at - 1;
  while (before >= least && NEARLY.has(words[before]?.folded ?? '')) before -= 1;
  const word = before >= least ? (words[before]?.folded ?? '') : '';
  const direction = word === 'up' || word === 'down';
  return MOVED.has(word) || (direction && typeof found.value !== 'string');
}

const MAX_LINKS = 14;

/** The values after a name. */
export interface Reading {
  readonly amount: Amount;
  /** First word after all its numbers. */
  readonly to: number;
  readonly course?: Trend;
  /** Words separate the name and the number. */
  readonly linked: boolean;
  /** A comma precedes the number. */
  readonly apart: boolean;
}

/** Reads what follows a name up to its number; the number of words read is bounded. */
export function createReadingReader(units: Units) {
  const { chained, fromTo, amountFrom, before, atPresent } = createChangeReader(units);

  function settled(
    text: string,
    words: readonly Word[],
    amount: Amount,
    verb: Trend | undefined,
    shape: { readonly linked: boolean; readonly apart: boolean },
    isName: IsName,
  ): Reading {
    const all = chained(text, words, amount);
    const [start, last] = [all[0] ?? amount, all.at(-1) ?? amount];
    if (all.length > 1) {
      const course = courseOf(start, last);
      return { amount: last, to: last.to, ...shape, ...(course !== undefined && { course }) };
    }
    const now = atPresent(text, words, amount, isName);
    if (now !== undefined) {
      const course = courseOf(amount, now);
      return { amount: now, to: now.to, ...shape, ...(course !== undefined && { course }) };
    }
    const told = before(text, words, amount);
    const course = told === undefined ? verb : (courseOf(told.was, amount) ?? verb);
    const to = told?.to ?? amount.to;
    return { amount, to, ...shape, ...(course !== undefined && { course }) };
  }

  /** @returns the values after the name that ends before word `after` */
  return (
    text: string,
    words: readonly Word[],
    after: number,
    isName: IsName,
    strict: boolean,
  ): Reading | undefined => {
    let verb: Trend | undefined;
    let [changes, ranges, reached, linked, apart] = [false, false, false, false, false];
    const most = strict ? 1 : MAX_LINKS;
    for (let at = after, passed = 0; passed <= most; passed += 1) {
      const word = words[at];
      if (word === undefined || endsBefore(word)) return undefined;
      const comma = (word.gap & GAP.comma) !== 0;
      const time = afterTime(text, words, at);
      if (time !== undefined) {
        at = time;
        continue;
      }
      if (word.number) {
        const found = amountAt(text, words, at, units);
        if (found === undefined) return undefined;
        // `94 % on 2 L`, in the other order: `on 2 L 94 %`.
        if (words[at - 1]?.folded === 'on' && /^L(?:\/min)?$/.test(found.unit ?? '')) {
          at = found.to;
          continue;
        }
        apart ||= comma && linked;
        const whole = changes && found.value === undefined ? fromTo(text, words, at) : undefined;
        if (whole !== undefined) return readChange(whole, linked);
        if (isDifference(words, at, after, found)) return undefined;
        return settled(text, words, found, reached ? verb : undefined, { linked, apart }, isName);
      }
      const said = word.folded;
      if (isName(at)) return undefined;
      if (said === 'by' && changes) return afterDifference(text, words, at, isName, verb);
      if (said === 'from' && words[at + 1]?.number) {
        const whole = ranges || !changes ? undefined : fromTo(text, words, at + 1);
        return whole === undefined ? undefined : readChange(whole, true);
      }
      if (said === 'between' && words[at + 1]?.number) return undefined;
      if (isChange(said)) {
        changes = true;
        verb = RISE.has(said) ? 'rising' : FALL.has(said) ? 'falling' : verb;
      } else if (!LINK.has(said)) return undefined;
      ranges ||= said.startsWith('rang');
      reached ||= changes && said === 'to';
      linked = true;
      at += 1;
    }
    return undefined;
  };

  function readChange(
    { from, to }: { readonly from: Amount; readonly to: Amount },
    linked: boolean,
  ): Reading {
    const course = courseOf(from, to);
    return { amount: to, to: to.to, linked, apart: false, ...(course !== undefined && { course }) };
  }

  /** `fell by 2 g/dL to 7.9`: the difference is no value. */
  function afterDifference(
    text: string,
    words: readonly Word[],
    at: number,
    isName: IsName,
    verb: Trend | undefined,
  ): Reading | undefined {
    const amount = words[at + 1]?.number ? amountFrom(text, words, at + 1) : undefined;
    const next = amount === undefined ? undefined : words[amount.to];
    if (amount === undefined || next?.folded !== 'to' || isName(amount.to)) return undefined;
    const to = amountAt(text, words, amount.to + 1, units);
    if (to === undefined) return undefined;
    return { amount: to, to: to.to, linked: true, apart: false, ...(verb && { course: verb }) };
  }
}
