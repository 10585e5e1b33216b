import type { NameMatch } from '../dictionary/find-names.js';
import type { Meaning } from '../dictionary/meaning.js';
import type { Normalized } from '../entity.js';
import { makeSpan, type Span } from '../span.js';
import { GAP, goesOn, type Word } from '../text/words.js';
import { type Amount, amountAt, endsBefore } from './amounts.js';
import type { Trend } from './changes.js';
import { type FittingValue, fitting } from './fitting.js';
import { findImplied } from './implied.js';
import { createReadingReader, type Reading } from './links.js';
import type { Units } from './units.js';

/** A test or sign that can have a value. */
interface MeasureMatch {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
}

/** `C4-5` is a place in the spine, `non-HDL` no HDL. */
function isPart(words: readonly Word[], { from, to }: NameMatch): boolean {
  const level = /^[CTL]\d$/.test(words[to - 1]?.written ?? '');
  const before = words[from - 1]?.folded === 'non' && ((words[from]?.gap ?? 0) & GAP.hyphen) !== 0;
  return before || (level && ((words[to]?.gap ?? 0) & GAP.hyphen) !== 0);
}

function measuredOf(words: readonly Word[], named: readonly NameMatch[]): readonly MeasureMatch[] {
  return named.flatMap((one) => {
    const meaning = one.meanings.find(({ measured }) => measured !== undefined);
    if (meaning === undefined || isPart(words, one)) return [];
    return [{ meaning, from: one.from, to: one.to }];
  });
}

/** Two letters that name nothing else: their value may be further away. */
const ABBREVIATION = /^(?:BP|HR|RR|EF|wt|Wt|ht|Ht|Hb|Na|Cr)$/;
/** Words between names of one list. */
const JOIN = new Set('and the her his their a an as well'.split(' '));
const MAX_JOINED = 8;
const AND = /^(?:and|then)$/;

/** Whether two names belong to one list: `A and B`, `A, B`, `A/B`. */
function joins(words: readonly Word[], a: MeasureMatch, b: MeasureMatch): boolean {
  if (b.from - a.to > 3) return false;
  for (let at = a.to; at <= b.from; at += 1) {
    const word = words[at];
    if (word === undefined || endsBefore(word)) return false;
    if ((word.gap & (GAP.open | GAP.close | GAP.colon | GAP.dash)) !== 0) return false;
    if (at < b.from && !JOIN.has(word.folded)) return false;
  }
  const sign = ((words[b.from]?.gap ?? 0) & (GAP.comma | GAP.slash)) !== 0;
  const said = words.slice(a.to, b.from).some(({ folded }) => folded === 'and');
  return sign || said || ((words[a.to]?.gap ?? 0) & GAP.comma) !== 0;
}

/** Words before a name after which its number is wished or feared, and not measured. */
const WISHED = new Set(
  'if goal target aim aiming keep maintain maintaining titrate titrated titrating unless until should'.split(
    ' ',
  ),
);
const LOOK_BACK = 6;

/** `hold if heart rate < 55`, `aim for sats of 94 %`, `PRN for SBP > 160`. */
function isWished(words: readonly Word[], from: number, compared: boolean): boolean {
  for (let at = from - 1; at >= 0 && at >= from - LOOK_BACK; at -= 1) {
    const word = words[at];
    if (word === undefined || endsBefore(words[at + 1])) return false;
    if (((words[at + 1]?.gap ?? 0) & GAP.comma) !== 0 || word.number) return false;
    if (WISHED.has(word.folded)) return true;
    if (compared && word.folded === 'for' && at === from - 1) return true;
  }
  return false;
}

/** The pair of numbers of one fraction, for two names: `AST/ALT 45/52`. */
function halves({ value, ...rest }: Amount): readonly Amount[] {
  if (typeof value !== 'string') return [];
  return value.split('/').map((part) => ({ ...rest, value: Number(part.replace(',', '.')) }));
}

/** All tests and signs that have a value, each number for one of them. */
export function findMeasures(
  text: string,
  words: readonly Word[],
  named: readonly NameMatch[],
  units: Units,
): readonly Span[] {
  const measured = measuredOf(words, named);
  const readingAfter = createReadingReader(units);
  const starts = new Set(measured.map(({ from }) => from));
  const taken = new Uint8Array(words.length);
  const spans: Span[] = [];
  const isFree = ({ at, to }: Amount) => !taken.subarray(at, to).includes(1);

  function put(
    one: MeasureMatch,
    value: FittingValue,
    amount: Amount,
    edges: { readonly from: number; readonly to: number; readonly end?: number },
    course?: Trend,
    sure = amount.unit !== undefined || one.meaning.type === 'measurement',
  ): void {
    taken.fill(1, amount.at, amount.to);
    const { meaning } = one;
    const normalized: Normalized = {
      name: meaning.name,
      ...(meaning.coding.length > 0 && { coding: meaning.coding }),
      ...value,
      ...(course !== undefined && { course }),
    };
    const confidence = sure ? 0.95 : 0.85;
    spans.push(makeSpan({ type: 'measurement', ...edges, confidence, normalized }));
  }

  /** `120 bpm heart rate`, `88 % saturations`, `an 82/44 blood pressure`. */
  function valueBefore(one: MeasureMatch): boolean {
    const { meaning, from, to } = one;
    if (!goesOn(words[from])) return false;
    for (let at = from - 1; at >= Math.max(0, from - 5); at -= 1) {
      if (!words[at]?.number) continue;
      const start =
        words[at - 1]?.number && ((words[at]?.gap ?? 0) & GAP.slash) !== 0 ? at - 1 : at;
      const amount = amountAt(text, words, start, units);
      const tight = amount !== undefined && amount.to === from && isFree(amount);
      const value = tight ? fitting(meaning, amount) : undefined;
      const sure = amount?.unit !== undefined || typeof amount?.value === 'string';
      const side = /^(?:dia|sy)stolic blood pressure$/.test(meaning.name);
      if (amount === undefined || value === undefined || !(sure || side)) return false;
      if (meaning.measured?.only === true || isWished(words, start, false)) return false;
      put(one, value, amount, { from: start, to });
      return true;
    }
    return false;
  }

  /** The amounts of a list: `28, 96 and 88 %`. */
  function listed(start: Amount): readonly Amount[] {
    const all = [start];
    while (all.length <= MAX_JOINED) {
      let at = all.at(-1)?.to ?? words.length;
      if (endsBefore(words[at])) break;
      const comma = ((words[at]?.gap ?? 0) & GAP.comma) !== 0;
      if (AND.test(words[at]?.folded ?? '')) at += 1;
      else if (!comma) break;
      const next = words[at]?.number ? amountAt(text, words, at, units) : undefined;
      if (next === undefined || (words[at]?.gap ?? 0) & GAP.open) break;
      all.push(next);
    }
    return all;
  }

  /** Whether several values follow one name without a sign of which is meant. */
  function isSeries({ meaning }: MeasureMatch, amounts: readonly Amount[]): boolean {
    const [start, second] = amounts;
    const last = amounts.at(-1);
    if (start === undefined || second === undefined || last === undefined) return false;
    const alike = typeof start.value === typeof second.value && start.unit === second.unit;
    return alike && fitting(meaning, second) !== undefined && !starts.has(last.to);
  }

  function single(one: MeasureMatch, reading: Reading): void {
    const { amount, apart, course } = reading;
    const value = fitting(one.meaning, amount);
    // The ends of a range are no values of anything else.
    if (amount.value === undefined) taken.fill(1, amount.at, amount.to);
    if (value === undefined || !isFree(amount)) return;
    if (apart && amount.unit === undefined && typeof amount.value !== 'string') return;
    if (isWished(words, one.from, amount.comparator !== undefined)) return;
    if (isSeries(one, listed(amount))) return;
    // `BP 120 systolic`: the next name says what it is.
    const next = words[amount.to]?.folded ?? '';
    if (one.meaning.name === 'blood pressure' && /^(?:dia|sy)stolic$/.test(next)) return;
    const edges = { from: one.from, to: amount.to, end: amount.end };
    put(one, value, amount, edges, course);
  }

  /** As many values as names go to them in their order; otherwise it is unclear which belongs to which. */
  function several(group: readonly MeasureMatch[], reading: Reading): void {
    const slashed =
      group.length === 2 && group.every(({ meaning }) => meaning.name !== 'blood pressure');
    const pair = slashed ? halves(reading.amount) : [];
    const amounts = pair.length === 2 ? pair : listed(reading.amount);
    const last = group.at(-1);
    const [lead] = group;
    if (last === undefined || lead === undefined) return;
    if (isWished(words, lead.from, reading.amount.comparator !== undefined)) return;
    if (amounts.length === 1 && !reading.linked) {
      const sure = reading.amount.unit !== undefined || typeof reading.amount.value === 'string';
      const comma = ((words[last.from]?.gap ?? 0) & GAP.comma) !== 0;
      if (sure || comma) single(last, reading);
      return;
    }
    const values = group.map(({ meaning }, n) => {
      const amount = amounts[n];
      return amount === undefined ? undefined : fitting(meaning, amount);
    });
    if (amounts.length !== group.length || values.includes(undefined)) return;
    if (!amounts.every(isFree)) return;
    for (const [n, one] of group.entries()) {
      const [value, amount] = [values[n], amounts[n]];
      if (value && amount) put(one, value, amount, { from: one.from, to: one.to }, undefined, true);
    }
  }

  for (let n = 0; n < measured.length; ) {
    const group: MeasureMatch[] = [];
    for (let one = measured[n]; one !== undefined; one = measured[n + group.length]) {
      const before = group.at(-1);
      if (before !== undefined && !joins(words, before, one)) break;
      group.push(one);
    }
    const last = group.at(-1);
    if (last === undefined) break;
    n += group.length;
    const sure = ABBREVIATION.test(words[last.from]?.written ?? '');
    const strict = last.meaning.measured?.only === true && !sure;
    const reading = readingAfter(text, words, last.to, (at) => starts.has(at), strict);
    const tight =
      reading !== undefined &&
      !reading.linked &&
      words[last.to] === words[reading.amount.at] &&
      ((words[last.to]?.gap ?? 0) & GAP.comma) === 0;
    if (!tight && valueBefore(last)) continue;
    if (reading === undefined) continue;
    if (group.length > 1) several(group, reading);
    else single(last, reading);
  }
  return [...spans, ...findImplied(text, words, { units, taken })];
}
