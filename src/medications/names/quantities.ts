import { inUnit } from '../gate.js';
import { numberAt, readNumber } from './numbers.js';
import { isMark, type Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** The reference of an amount: 5 mL, an hour, a kilogram, a puff. */
export interface Per {
  readonly kind: 'volume' | 'time' | 'body' | 'item';
  /** In mL, in days, or 1. */
  readonly value: number;
  /** UCUM. */
  readonly unit: string;
}

/** One or more numbers with their unit: `500 mg`, `500/125 mg`, `5-10 mg`, `250 mg/5 mL`, `5/160`. */
export interface Quantity {
  /** In `unit`; undefined for an ambiguous number. */
  readonly values: ReadonlyArray<number | undefined>;
  readonly separator?: '/' | '-';
  /** UCUM or a counted thing; missing where none is written. */
  readonly unit?: string;
  readonly per?: readonly Per[];
  /** The volume in which another amount is diluted: `in 250 mL`. */
  readonly diluent?: true;
}

/** Whether the unit counts tablets, puffs or drops rather than mass or volume. */
export const isCounted = ({ unit }: Quantity): boolean => unit?.startsWith('{') === true;

interface QuantityMatch<T> {
  readonly value: T;
  readonly length: number;
}

const PER_WORDS = new Set(['per', 'pro', 'par', 'por']);
const VOLUMES: Readonly<Record<string, number>> = { mL: 1, L: 1_000 };
const TIMES: ReadonlyArray<readonly [pattern: RegExp, days: number, unit: string]> = [
  [
    /^(?:h|hr|hrs|hour|hours|std|stunde|stunden|heure|heures|hora|horas|ora|uur|timme|time)$/,
    1 / 24,
    'h',
  ],
  [/^(?:d|day|days|daily|tag|jour|j|dia|die|giorno|dag|dygn|dogn)$/, 1, 'd'],
  [/^(?:wk|week|weekly|woche|semaine|semana|settimana)$/, 7, 'wk'],
  [/^(?:min|minute|minutes)$/, 1 / 1_440, 'min'],
];

/** Number words and digits. */
export function countAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
  unit?: string,
) {
  const word = vocabulary.numbers.match(tokens, at);
  return word ?? numberAt(tokens, at, unit);
}

function timeAt(tokens: readonly Token[], at: number): QuantityMatch<Per> | undefined {
  const count = tokens[at]?.kind === 'number' ? readNumber(tokens[at]?.text ?? '') : undefined;
  const length = count === undefined ? 0 : 1;
  const word = tokens[at + length]?.text ?? '';
  const found = TIMES.find(([pattern]) => pattern.test(word));
  if (found === undefined) return undefined;
  const [, days, unit] = found;
  const value = days * (count ?? 1);
  const day = Math.abs(value - 1) < 1e-9;
  // `500 mg/8h` states a frequency; `25 ug/h` a rate.
  if (!day && count !== undefined && count !== 1) return undefined;
  return { value: { kind: 'time', value, unit: day ? 'd' : unit }, length: length + 1 };
}

function perAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): QuantityMatch<Per> | undefined {
  const sign = tokens[at];
  if (!isMark(sign, '/') && !(sign?.kind === 'word' && PER_WORDS.has(sign.text))) return undefined;
  const next = tokens[at + 1]?.text ?? '';
  if (next === 'kg' || next === 'm2') {
    return { value: { kind: 'body', value: 1, unit: next }, length: 2 };
  }
  if (next === 'm' && tokens[at + 2]?.text === '2') {
    return { value: { kind: 'body', value: 1, unit: 'm2' }, length: 3 };
  }
  const time = timeAt(tokens, at + 1);
  if (time !== undefined) return { value: time.value, length: time.length + 1 };
  const count = numberAt(tokens, at + 1);
  const length = count?.length ?? 0;
  const unit = vocabulary.units.match(tokens, at + 1 + length);
  if (unit === undefined) return undefined;
  const amount = (count?.value ?? 1) * unit.value.factor;
  const volume = VOLUMES[unit.value.unit];
  const total = 1 + length + unit.length;
  if (volume !== undefined) {
    return { value: { kind: 'volume', value: amount * volume, unit: 'mL' }, length: total };
  }
  if (!unit.value.unit.startsWith('{')) return undefined;
  return { value: { kind: 'item', value: amount, unit: unit.value.unit }, length: total };
}

function persAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): QuantityMatch<readonly Per[]> {
  const pers: Per[] = [];
  let length = 0;
  for (let per = perAt(vocabulary, tokens, at); per !== undefined; ) {
    pers.push(per.value);
    length += per.length;
    per = perAt(vocabulary, tokens, at + length);
  }
  return { value: pers, length };
}

interface Numbers {
  /** Where each number starts. */
  readonly at: readonly number[];
  readonly separator?: '/' | '-';
  readonly end: number;
}

const RANGE_WORDS = new Set(['to', 'or', 'bis', 'oder', 'ou', 'a', 'o', 'of', 'til', 'till']);

/** `500/125`, `20-12.5`, `1 to 2`, each number with or without its unit. */
function numbersAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  start: number,
): Numbers | undefined {
  const first = countAt(vocabulary, tokens, start);
  if (first === undefined) return undefined;
  const at = [start];
  let end = start + first.length;
  let separator: Numbers['separator'];
  for (;;) {
    const unit = vocabulary.units.match(tokens, end);
    const mass = unit !== undefined && !unit.value.unit.startsWith('{');
    const sign = end + (mass && at.length < 4 ? unit.length : 0);
    const mark = tokens[sign];
    const range = mark?.kind === 'word' && RANGE_WORDS.has(mark.text);
    const kind = isMark(mark, '/') ? '/' : isMark(mark, '-') || range ? '-' : undefined;
    if (kind === undefined || (separator !== undefined && kind !== separator)) break;
    const next = countAt(vocabulary, tokens, sign + 1);
    if (next === undefined) break;
    const after = vocabulary.units.match(tokens, sign + 1 + next.length);
    // `250 mg/5 mL` is one strength; `500 mg - 2 tablets` are two statements.
    if (mass && (after === undefined || VOLUMES[after.value.unit] !== undefined)) break;
    if (mass && after?.value.unit.startsWith('{')) break;
    if (mass && kind === '/' && after?.value.unit.startsWith('{')) break;
    separator = kind;
    at.push(sign + 1);
    end = sign + 1 + next.length;
  }
  return { at, ...(separator !== undefined && { separator }), end };
}

const MIN_RATIO = 100;

/** `1:1000`, `1 in 10,000`: grams in millilitres, as a percentage. */
function ratioAt(tokens: readonly Token[], at: number): QuantityMatch<Quantity> | undefined {
  const joins = isMark(tokens[at + 1], ':') || tokens[at + 1]?.text === 'in';
  if (tokens[at]?.text !== '1' || !joins) return undefined;
  const millilitres = numberAt(tokens, at + 2, '[iU]');
  if (millilitres?.value === undefined || millilitres.value < MIN_RATIO) return undefined;
  const percent = Number((100 / millilitres.value).toPrecision(12));
  return { value: { values: [percent], unit: '%' }, length: 2 + millilitres.length };
}

/** Reads a quantity with a unit at this position. */
export function quantityAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): QuantityMatch<Quantity> | undefined {
  const ratio = ratioAt(tokens, at);
  if (ratio !== undefined) return ratio;
  const numbers = numbersAt(vocabulary, tokens, at);
  if (numbers === undefined) return undefined;
  const hyphen = isMark(tokens[numbers.end], '-') ? 1 : 0;
  const of = tokens[numbers.end + hyphen]?.text === 'a' ? 1 : 0;
  const unit = vocabulary.units.match(tokens, numbers.end + hyphen + of);
  if (unit === undefined) return undefined;
  const { unit: code } = unit.value;
  const values = numbers.at.map((place) => {
    const own = ownUnit(vocabulary, tokens, place);
    const value = countAt(vocabulary, tokens, place, code)?.value;
    const from = own ?? unit.value;
    const converted = value && inUnit(value * from.factor, from.unit, code);
    return converted === undefined ? undefined : Number(converted.toPrecision(12));
  });
  const end = numbers.end + hyphen + of + unit.length;
  const pers = persAt(vocabulary, tokens, end);
  return {
    value: {
      values,
      unit: code,
      ...(numbers.separator !== undefined && { separator: numbers.separator }),
      ...(pers.value.length > 0 && { per: pers.value }),
    },
    length: end + pers.length - at,
  };
}

/** The unit at one of several numbers: `500 mg/125 mg`. */
function ownUnit(vocabulary: Vocabulary, tokens: readonly Token[], place: number) {
  const length = countAt(vocabulary, tokens, place)?.length ?? 1;
  return vocabulary.units.match(tokens, place + length)?.value;
}

/** Numbers without a unit: `5/160`, `20-12.5`, `75`. */
export function bareNumbersAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): QuantityMatch<Quantity> | undefined {
  if (tokens[at]?.kind !== 'number') return undefined;
  const numbers = numbersAt(vocabulary, tokens, at);
  if (numbers === undefined) return undefined;
  const values = numbers.at.map((place) => countAt(vocabulary, tokens, place)?.value);
  return {
    value: { values, ...(numbers.separator !== undefined && { separator: numbers.separator }) },
    length: numbers.end - at,
  };
}
