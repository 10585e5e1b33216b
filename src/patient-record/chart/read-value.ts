import type { FactValue } from './fact.js';
import { unitWords } from './unit-words.js';
import { inUnitOf, unitThatFits } from './units.js';
import { foldName, type QuantityVariable, type Variable } from './variable.js';

/** What a request can send for a variable: a bare value, or a number with its unit. */
export type SentValue =
  | number
  | string
  | boolean
  | { readonly value: number; readonly unit?: string | undefined };

export type ReadValue =
  | {
      readonly ok: true;
      readonly value: FactValue;
      readonly given: { value: FactValue; unit?: string };
    }
  | { readonly ok: false; readonly issue: string };

const fault = (issue: string): ReadValue => ({ ok: false, issue });

/** The definition that a value is checked against: a variable of the chart or an input of one score. */
export type ValueTarget =
  | Pick<
      QuantityVariable,
      'kind' | 'unit' | 'min' | 'max' | 'precision' | 'molarMass' | 'units' | 'asFraction'
    >
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'choice';
      readonly options: Readonly<Record<string, string>>;
      readonly spellings?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'date' };

type Measure = Extract<ValueTarget, { kind: 'quantity' }>;

const written = (value: number) => String(Number(value.toPrecision(6)));

function rangeOf({ min, max, unit }: Measure): string {
  return `${written(min)} to ${written(max)}${unitWords(unit)}`;
}

function outside(measure: Measure, value: number, sent: { number: number; unit?: string }): string {
  const { number, unit } = sent;
  const converted = unit !== undefined && number !== value;
  const message = converted
    ? `is ${written(value)}${unitWords(measure.unit)}, which must be ${rangeOf(measure)}`
    : `must be ${rangeOf(measure)}`;
  if (converted && number >= measure.min && number <= measure.max) {
    return `${message}; is it in ${measure.unit}?`;
  }
  // Suggest another unit only if the number is certainly wrong in this one.
  const other = unit === undefined ? unitThatFits(measure, number) : undefined;
  if (other === undefined) return message;
  return other === '1'
    ? `${message}; if it is a fraction, send {value, unit: "1"}`
    : `${message}; if it is in ${other}, send {value, unit}`;
}

/**
 * Unit conversion can yield 99.99999999999; a value within rounding error of a limit is at the
 * limit.
 */
const EDGE = 1e-9;

function readNumber(measure: Measure, number: number, unit: string | undefined): ReadValue {
  if (!Number.isFinite(number)) return fault('must be a finite number');
  const meant = unit ?? (measure.asFraction && number <= 1 ? '1' : measure.unit);
  const value = inUnitOf(measure, number, meant);
  if (value === undefined) {
    return fault(`has a unit that does not measure this; use ${measure.unit}`);
  }
  const slack = EDGE * Math.max(1, Math.abs(value));
  if (value < measure.min - slack || value > measure.max + slack) {
    return fault(outside(measure, value, { number, ...(unit !== undefined && { unit }) }));
  }
  const whole = measure.unit === '{score}' && measure.precision === 1;
  if (whole && !Number.isInteger(value)) return fault('must be a whole number');
  const inside = Math.min(measure.max, Math.max(measure.min, value));
  return { ok: true, value: inside, given: { value: number, ...(unit !== undefined && { unit }) } };
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

function readFlag(sent: SentValue): ReadValue {
  if (typeof sent === 'boolean') return { ok: true, value: sent, given: { value: sent } };
  const word = typeof sent === 'string' ? sent.trim().toLowerCase() : '';
  const value = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  return value === undefined
    ? fault('must be true or false')
    : { ok: true, value, given: { value: word } };
}

/** Grades and classes are often written with their name, such as ASA III. */
const ROMAN: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
};

function readChoice(
  { options, spellings = {} }: Extract<ValueTarget, { kind: 'choice' }>,
  sent: SentValue,
): ReadValue {
  const codes = Object.keys(options);
  const listed = `must be one of ${codes.join(', ')}`;
  if (typeof sent === 'object' || typeof sent === 'boolean') return fault(listed);
  const text = String(sent).trim();
  const folded = foldName(text);
  const code =
    codes.find((one) => one === text) ??
    codes.find((one) => foldName(one) === folded && folded !== '') ??
    (Object.hasOwn(spellings, folded) ? spellings[folded] : undefined) ??
    codes.find((one) => foldName(options[one] ?? '') === folded && folded !== '') ??
    codes.find((one) => Object.hasOwn(ROMAN, folded) && one === ROMAN[folded]);
  return code === undefined ? fault(listed) : { ok: true, value: code, given: { value: sent } };
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)(T.*)?$/;

function readDay(sent: SentValue): ReadValue {
  const issue = 'must be a day of the calendar such as 2026-03-31';
  if (typeof sent !== 'string') return fault(issue);
  const [, year, month, day] = DAY.exec(sent.trim()) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const text = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
  return text === `${year}-${month}-${day}`
    ? { ok: true, value: text, given: { value: text } }
    : fault(issue);
}

/**
 * Converts a value to the unit of its variable and checks it against the plausible range.
 *
 * @returns the value, or a fault to be appended to the name of the field; it contains the range and
 *   units, and of the sent value at most the number
 */
export function readValue(variable: ValueTarget | Variable, sent: SentValue): ReadValue {
  switch (variable.kind) {
    case 'quantity': {
      if (typeof sent === 'number') return readNumber(variable, sent, undefined);
      if (typeof sent === 'object') return readNumber(variable, sent.value, sent.unit);
      return fault(`must be a number in ${variable.unit}, or {value, unit}`);
    }
    case 'flag':
      return readFlag(sent);
    case 'choice':
      return readChoice(variable, sent);
    case 'date':
      return readDay(sent);
  }
}
