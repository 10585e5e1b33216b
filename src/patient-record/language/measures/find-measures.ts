import type { NameMatch } from '../dictionary/find-names.js';
import type { Normalized } from '../entity.js';
import { makeSpan, type Span } from '../span.js';
import { GAP, goesOn, type Word } from '../text/words.js';
import { fractionHalves, listedAmounts } from './amount-lists.js';
import { type Amount, amountAt } from './amounts.js';
import type { Trend } from './changes.js';
import { type FittingValue, fitting } from './fitting.js';
import { findImplied } from './implied.js';
import { type Reading, readingAfter } from './links.js';
import type { MeasuredText } from './measured-text.js';
import { type MeasureMatch, measureMatches, type NameGroup, nameGroups } from './name-groups.js';
import { isTarget } from './targets.js';
import type { Units } from './units.js';

/** An unambiguous two-letter name: its value may be further away. */
const ABBREVIATION = /^(?:BP|HR|RR|EF|wt|Wt|ht|Ht|Hb|Na|Cr)$/;
/** `120 systolic`, `systolic BP`: one of the two numbers of a blood pressure. */
const ONE_PRESSURE = /^(?:dia|sy)stolic$/;
const ONE_PRESSURE_NAME = /^(?:dia|sy)stolic blood pressure$/;
/** Maximum number of words before a name in which its value may begin. */
const MAX_BEFORE = 5;

/** A value and the name that it belongs to. */
interface NamedValue {
  readonly match: MeasureMatch;
  readonly value: FittingValue;
  readonly amount: Amount;
  /** Its words and end in the text. */
  readonly edges: Pick<Span, 'from' | 'to' | 'end'>;
  readonly course?: Trend | undefined;
  /** The number can belong to no other name. */
  readonly isSure: boolean;
}

const isPair = ({ value }: Amount): boolean => typeof value === 'string';
const isNamedByUnit = ({ meaning }: MeasureMatch, { unit }: Amount): boolean =>
  unit !== undefined || meaning.type === 'measurement';
const hasComma = (word: Word | undefined): boolean => ((word?.gap ?? 0) & GAP.comma) !== 0;

function spanOf({ match, value, edges, course, isSure }: NamedValue): Span {
  const { name, coding } = match.meaning;
  const normalized: Normalized = {
    name,
    ...(coding.length > 0 && { coding }),
    ...value,
    ...(course !== undefined && { course }),
  };
  const confidence = isSure ? 0.95 : 0.85;
  return makeSpan({ type: 'measurement', ...edges, confidence, normalized });
}

/** The amount that ends right before a name: `120 bpm heart rate`, `an 82/44 blood pressure`. */
function amountBefore({ text, words, units }: MeasuredText, name: number): Amount | undefined {
  if (!goesOn(words[name])) return undefined;
  for (let at = name - 1; at >= Math.max(0, name - MAX_BEFORE); at -= 1) {
    if (!words[at]?.number) continue;
    const below = ((words[at]?.gap ?? 0) & GAP.slash) !== 0;
    const start = words[at - 1]?.number && below ? at - 1 : at;
    const amount = amountAt(text, words, start, units);
    return amount?.to === name ? amount : undefined;
  }
  return undefined;
}

/** Gives each number of a text to at most one name. */
class MeasureFinder {
  readonly #source: MeasuredText;
  /** Words whose number is read already. */
  readonly taken: Uint8Array;
  readonly spans: Span[] = [];

  constructor(source: MeasuredText) {
    this.#source = source;
    this.taken = new Uint8Array(source.words.length);
  }

  /** Reads the values of the names of one list. */
  read(group: NameGroup): void {
    const { words } = this.#source;
    const last = group.at(-1) ?? group[0];
    const isAbbreviation = ABBREVIATION.test(words[last.from]?.written ?? '');
    const strict = last.meaning.measured?.only === true && !isAbbreviation;
    const reading = readingAfter(this.#source, last.to, strict);
    const isTight =
      reading !== undefined &&
      !reading.isLinked &&
      last.to === reading.amount.at &&
      !hasComma(words[last.to]);
    if (!isTight && this.#readBefore(last)) return;
    if (reading === undefined) return;
    if (group.length > 1) this.#readSeveral(group, last, reading);
    else this.#readOne(last, reading);
  }

  #readBefore(match: MeasureMatch): boolean {
    const { meaning, from, to } = match;
    const amount = amountBefore(this.#source, from);
    const value = amount && this.#isFree(amount) ? fitting(meaning, amount) : undefined;
    if (amount === undefined || value === undefined) return false;
    const isClear =
      amount.unit !== undefined || isPair(amount) || ONE_PRESSURE_NAME.test(meaning.name);
    if (!isClear || meaning.measured?.only === true) return false;
    if (isTarget(this.#source.words, amount.at, false)) return false;
    const isSure = isNamedByUnit(match, amount);
    this.#add({ match, value, amount, edges: { from: amount.at, to }, isSure });
    return true;
  }

  #readOne(match: MeasureMatch, { amount, isApart, course }: Reading): void {
    const { meaning, from } = match;
    const value = fitting(meaning, amount);
    // The ends of a range are no values of anything else.
    if (amount.value === undefined) this.#take(amount);
    if (value === undefined || !this.#isFree(amount)) return;
    if (isApart && amount.unit === undefined && !isPair(amount)) return;
    if (isTarget(this.#source.words, from, amount.comparator !== undefined)) return;
    if (this.#isSeries(match, amount)) return;
    // `BP 120 systolic`: the next name says what it is.
    const next = this.#source.words[amount.to]?.folded ?? '';
    if (meaning.name === 'blood pressure' && ONE_PRESSURE.test(next)) return;
    const isSure = isNamedByUnit(match, amount);
    const edges = { from, to: amount.to, end: amount.end };
    this.#add({ match, value, amount, edges, course, isSure });
  }

  /** As many values as names go to them in their order; otherwise it is unclear which belongs to which. */
  #readSeveral(group: NameGroup, last: MeasureMatch, reading: Reading): void {
    const { words } = this.#source;
    const { amount, isLinked } = reading;
    if (isTarget(words, group[0].from, amount.comparator !== undefined)) return;
    const amounts = this.#amountsFor(group, amount);
    if (amounts.length === 1 && !isLinked) {
      const isOfLast = amount.unit !== undefined || isPair(amount) || hasComma(words[last.from]);
      if (isOfLast) this.#readOne(last, reading);
      return;
    }
    if (amounts.length !== group.length) return;
    const named = group.flatMap((match, n): readonly NamedValue[] => {
      const own = amounts[n];
      const value = own && this.#isFree(own) ? fitting(match.meaning, own) : undefined;
      const edges = { from: match.from, to: match.to };
      return own && value ? [{ match, value, amount: own, edges, isSure: true }] : [];
    });
    if (named.length === group.length) for (const one of named) this.#add(one);
  }

  #amountsFor(group: NameGroup, amount: Amount): readonly Amount[] {
    const canShare =
      group.length === 2 && group.every(({ meaning }) => meaning.name !== 'blood pressure');
    const halves = canShare ? fractionHalves(amount) : [];
    return halves.length === 2 ? halves : listedAmounts(this.#source, amount);
  }

  /** Whether several values follow one name without a sign of which is meant. */
  #isSeries({ meaning }: MeasureMatch, amount: Amount): boolean {
    const amounts = listedAmounts(this.#source, amount);
    const second = amounts[1];
    const last = amounts.at(-1);
    if (second === undefined || last === undefined) return false;
    const isAlike = typeof amount.value === typeof second.value && amount.unit === second.unit;
    if (!isAlike || fitting(meaning, second) === undefined) return false;
    return !this.#source.nameStarts.has(last.to);
  }

  #add(named: NamedValue): void {
    this.#take(named.amount);
    this.spans.push(spanOf(named));
  }

  #take({ at, to }: Amount): void {
    this.taken.fill(1, at, to);
  }

  #isFree({ at, to }: Amount): boolean {
    return !this.taken.subarray(at, to).includes(1);
  }
}

/** All tests and signs that have a value, each number for one of them. */
export function findMeasures(
  text: string,
  words: readonly Word[],
  names: readonly NameMatch[],
  units: Units,
): readonly Span[] {
  const matches = measureMatches(words, names);
  const nameStarts = new Set(matches.map(({ from }) => from));
  const finder = new MeasureFinder({ text, words, units, nameStarts });
  for (const group of nameGroups(words, matches)) finder.read(group);
  return [...finder.spans, ...findImplied(text, words, { units, taken: finder.taken })];
}
