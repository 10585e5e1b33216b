import { GAP, type Word } from '../text/words.js';
import { type Amount, afterTime, amountAt, endsBefore } from './amounts.js';
import {
  amountAfterFrom,
  amountChain,
  type Change,
  changeFrom,
  courseOf,
  earlierAmount,
  presentAmount,
  type Trend,
} from './changes.js';
import { FALL, isChange, LINK, RISE } from './link-words.js';
import type { MeasuredText } from './measured-text.js';

/** `rose 0.5`: a number right after these is the difference. */
const MOVED = new Set('rose fell dropped climbed jumped declined'.split(' '));

const NEARLY = new Set('about approximately around roughly nearly almost approx'.split(' '));

/** `fell 0.5`, `up about 14 pounds`: what it changed by, and not what it is. */
function isDifference(words: readonly Word[], least: number, amount: Amount): boolean {
  let before = amount.at - 1;
  while (before >= least && NEARLY.has(words[before]?.folded ?? '')) before -= 1;
  const word = before >= least ? (words[before]?.folded ?? '') : '';
  const direction = word === 'up' || word === 'down';
  return MOVED.has(word) || (direction && typeof amount.value !== 'string');
}

/** `on 2 L`, between a saturation and its value: a flow of oxygen. */
const isOxygenFlow = (words: readonly Word[], { at, unit = '' }: Amount): boolean =>
  words[at - 1]?.folded === 'on' && /^L(?:\/min)?$/.test(unit);

const MAX_LINKS = 14;

/** The value after a name. */
export interface Reading {
  readonly amount: Amount;
  readonly course?: Trend;
  /** Words separate the name and the number. */
  readonly isLinked: boolean;
  /** A comma precedes the number. */
  readonly isApart: boolean;
}

/** What the words between a name and its number have stated so far. */
export interface Links {
  /** A word of change was among them. */
  readonly hasChange: boolean;
  /** The direction of the last one. */
  readonly direction?: Trend;
  /** `ranged`, `ranging`: two numbers are no change. */
  readonly isRange: boolean;
  /** `to` leads to what it changed to. */
  readonly isReached: boolean;
  readonly isLinked: boolean;
}

export const NO_LINKS: Links = {
  hasChange: false,
  isRange: false,
  isReached: false,
  isLinked: false,
};

/** What is stated after one more word; undefined where that word leads to no value. */
export function afterLink(links: Links, word: string): Links | undefined {
  const change = isChange(word);
  if (!change && !LINK.has(word)) return undefined;
  const hasChange = links.hasChange || change;
  const direction = RISE.has(word) ? 'rising' : FALL.has(word) ? 'falling' : links.direction;
  return {
    hasChange,
    isRange: links.isRange || word.startsWith('rang'),
    isReached: links.isReached || (hasChange && word === 'to'),
    isLinked: true,
    ...(direction !== undefined && { direction }),
  };
}

function changeReading(change: Change, isLinked: boolean): Reading {
  const course = courseOf(change);
  return { amount: change.to, isLinked, isApart: false, ...(course && { course }) };
}

/** `fell by 2 g/dL to 7.9`: the difference is no value. */
function readingAfterDifference(
  source: MeasuredText,
  at: number,
  { direction }: Links,
): Reading | undefined {
  const { text, words, units, nameStarts } = source;
  const difference = words[at]?.number ? amountAfterFrom(source, at) : undefined;
  if (difference === undefined || nameStarts.has(difference.to)) return undefined;
  if (words[difference.to]?.folded !== 'to') return undefined;
  const amount = amountAt(text, words, difference.to + 1, units);
  return (
    amount && { amount, isLinked: true, isApart: false, ...(direction && { course: direction }) }
  );
}

/** The last of several values of one thing, or what it is at present, with its course. */
function latestReading(
  source: MeasuredText,
  amount: Amount,
  links: Links,
  isApart: boolean,
): Reading {
  const { isLinked } = links;
  const last = amountChain(source, amount).at(-1) ?? amount;
  const present = last === amount ? presentAmount(source, amount) : last;
  if (present !== undefined) {
    return { ...changeReading({ from: amount, to: present }, isLinked), isApart };
  }
  const earlier = earlierAmount(source, amount);
  const direction = links.isReached ? links.direction : undefined;
  const course = (earlier && courseOf({ from: earlier, to: amount })) ?? direction;
  return { amount, isLinked, isApart, ...(course && { course }) };
}

/** Reads the number to which the links have led; `name` is the first word after the name. */
function readingAt(
  source: MeasuredText,
  amount: Amount,
  links: Links,
  name: number,
): Reading | undefined {
  const { words } = source;
  const change =
    links.hasChange && amount.value === undefined ? changeFrom(source, amount.at) : undefined;
  if (change !== undefined) return changeReading(change, links.isLinked);
  if (isDifference(words, name, amount)) return undefined;
  const comma = ((words[amount.at]?.gap ?? 0) & GAP.comma) !== 0;
  return latestReading(source, amount, links, comma && links.isLinked);
}

/**
 * Reads what follows a name up to its number; the number of words read is bounded.
 *
 * @param after the first word after the name
 * @param strict at most one word may be in between
 */
export function readingAfter(
  source: MeasuredText,
  after: number,
  strict: boolean,
): Reading | undefined {
  const { text, words, units, nameStarts } = source;
  const most = strict ? 1 : MAX_LINKS;
  let links = NO_LINKS;
  for (let at = after, passed = 0; passed <= most; passed += 1) {
    const word = words[at];
    if (word === undefined || endsBefore(word)) return undefined;
    const time = afterTime(text, words, at);
    if (time !== undefined) {
      at = time;
      continue;
    }
    if (word.number) {
      const amount = amountAt(text, words, at, units);
      if (amount === undefined) return undefined;
      if (!isOxygenFlow(words, amount)) return readingAt(source, amount, links, after);
      // `94 % on 2 L`, in the other order: `on 2 L 94 %`.
      at = amount.to;
      continue;
    }
    if (nameStarts.has(at)) return undefined;
    if (word.folded === 'by' && links.hasChange)
      return readingAfterDifference(source, at + 1, links);
    if (words[at + 1]?.number && word.folded === 'between') return undefined;
    if (words[at + 1]?.number && word.folded === 'from') {
      const change = links.hasChange && !links.isRange ? changeFrom(source, at + 1) : undefined;
      return change && changeReading(change, true);
    }
    const next = afterLink(links, word.folded);
    if (next === undefined) return undefined;
    links = next;
    at += 1;
  }
  return undefined;
}
