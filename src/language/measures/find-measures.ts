import type { Named } from '../dictionary/find-names.js';
import type { Meaning } from '../dictionary/meaning.js';
import type { Normalized } from '../entity.js';
import type { Span } from '../span.js';
import { GAP, goesOn, type Word } from '../text/words.js';
import type { Units } from './units.js';

/** Words that may stand between a test and its value. */
const LINK = new Set(
  (
    'wa is of at level levels today now remain came back reading on admission were are measured found to be around ' +
    'about approximately with a result up down currently was has been ranging from between in the this morning running ' +
    'down stable elevated low high normal greater less than over under above below that initial repeat recent last total value'
  ).split(' '),
);
const MOST_LINKS = 5;
/** A number before these counts something else. */
const COUNTS = new Set(
  'time x day week month year hour minute visit session dos dose tablet pill episode old pack cigarette mile block am pm st nd rd th degree? ago'.split(
    ' ',
  ),
);
const BREAK = GAP.end | GAP.line | GAP.blank | GAP.question | GAP.semicolon;

interface Value {
  readonly at: number;
  readonly to: number;
  readonly value: number | string;
}

const numberOf = (written: string) =>
  Number(written.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));

/** Where the value of a test begins. */
function valueAt(words: readonly Word[], after: number, strict: boolean): number | undefined {
  for (let at = after; at < words.length && at - after <= (strict ? 1 : MOST_LINKS); at += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & BREAK) !== 0) return undefined;
    if ((word.gap & GAP.comma) !== 0 && at > after) return undefined;
    if (word.number) return at;
    if (!LINK.has(word.folded)) return undefined;
  }
  return undefined;
}

/** `140/90`, `140 over 90`, `10/10`, a plain number. */
function readValue(words: readonly Word[], at: number): Value | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const next = words[at + 1];
  if (next?.number === true && (next.gap & GAP.slash) !== 0 && next.start - word.end <= 3) {
    return { at, to: at + 2, value: `${word.written}/${next.written}` };
  }
  const third = words[at + 2];
  if (goesOn(next) && next?.folded === 'over' && goesOn(third) && third?.number === true) {
    return { at, to: at + 3, value: `${word.written}/${third.written}` };
  }
  const value = numberOf(word.written);
  return Number.isFinite(value) ? { at, to: at + 1, value } : undefined;
}

const COMPARATORS: readonly (readonly [RegExp, '<' | '<=' | '>' | '>='])[] = [
  [/<=|≤/, '<='],
  [/>=|≥/, '>='],
  [/<|less than|under|below/i, '<'],
  [/>|greater than|more than|above/i, '>'],
];

function plausible(meaning: Meaning, { value }: Value): boolean {
  const { low, high } = meaning.measured ?? { low: -Infinity, high: Infinity };
  if (typeof value === 'string') {
    const [first = NaN, second = NaN] = value.split('/').map(Number);
    if (meaning.name !== 'blood pressure') return second > 0 && first <= 1e4;
    return first >= low && first <= high && second < first && second >= 10;
  }
  return value >= low && value <= high;
}

/** Unit that a temperature has where none is written. */
function usualUnit(meaning: Meaning, value: number | string): string | undefined {
  if (meaning.name !== 'temperature' || typeof value !== 'number') return meaning.measured?.unit;
  if (value >= 30 && value <= 45) return 'Cel';
  return value >= 80 ? '[degF]' : undefined;
}

function measureOf(
  text: string,
  words: readonly Word[],
  { from, to, meanings }: Named,
  units: Units,
): Span | undefined {
  const meaning = meanings.find(({ measured }) => measured !== undefined);
  if (meaning?.measured === undefined) return undefined;
  const at = valueAt(words, to, meaning.measured.only);
  const found = at === undefined ? undefined : readValue(words, at);
  if (found === undefined || !plausible(meaning, found)) return undefined;
  const unit = units.after(text, words, found.to - 1);
  const next = words[unit?.to ?? found.to];
  if (unit === undefined && goesOn(next) && COUNTS.has(next?.folded ?? '')) return undefined;
  const last = words[found.to - 1];
  const between = text.slice(words[to - 1]?.end ?? 0, words[found.at]?.start ?? 0);
  const comparator = COMPARATORS.find(([sign]) => sign.test(between))?.[1];
  const ucum = unit?.ucum ?? usualUnit(meaning, found.value);
  const normalized: Normalized = {
    name: meaning.name,
    ...(meaning.coding.length > 0 && { coding: meaning.coding }),
    value: found.value,
    ...(comparator !== undefined && { comparator }),
    ...(ucum !== undefined && { unit: ucum }),
  };
  const confidence = unit !== undefined || meaning.type === 'measurement' ? 0.95 : 0.85;
  const span = { from, to: unit?.to ?? found.to, type: 'measurement' as const, confidence };
  return { ...span, normalized, end: unit?.end ?? last?.end ?? 0 };
}

/** `98% on room air`: a saturation without its name. */
function bareSaturations(text: string, words: readonly Word[]): Span[] {
  return words.flatMap((word, from): Span[] => {
    const value = numberOf(word.written);
    if (!word.number || value < 50 || value > 100) return [];
    const sign = /^\s?%/.exec(text.slice(word.end, word.end + 2));
    const after = words.slice(from + 1, from + 4).map(({ folded }) => folded);
    const onAir = after.join(' ').startsWith('on room air') || after.join(' ').startsWith('on ra');
    if (sign === null || !onAir) return [];
    const coding = [{ system: 'LOINC' as const, code: '59408-5' }];
    const normalized = { name: 'oxygen saturation', coding, value, unit: '%' };
    const end = word.end + sign[0].length;
    return [{ from, to: from + 1, type: 'measurement', confidence: 0.8, normalized, end }];
  });
}

/** All tests and signs that have a value. */
export function findMeasures(
  text: string,
  words: readonly Word[],
  named: readonly Named[],
  units: Units,
): readonly Span[] {
  const measured = named.flatMap((one) => measureOf(text, words, one, units) ?? []);
  return [...measured, ...bareSaturations(text, words)];
}
