import type { Fact } from './chart/fact.js';
import { readValue } from './chart/read-value.js';
import { pressuresOf } from './chart/schema.js';
import type { Variable } from './chart/variable.js';
import { findByLoinc } from './chart/variables/catalogue.js';
import type { Entity } from './language/entity.js';

const PRESSURE_PANEL = '85354-9';

const variableOf = ({ normalized }: Entity): Variable | undefined =>
  normalized?.coding
    ?.filter(({ system }) => system === 'LOINC')
    .map(({ code }) => findByLoinc(code))
    .find((found) => found !== undefined);

const GLUCOSES: ReadonlySet<string> = new Set(['glucose', 'fasting_glucose']);
/** A glucose without a unit is in mmol/L below the first, in mg/dL from the second on. */
const MAX_PLAIN_MMOL = 20;
const MIN_PLAIN_MG = 40;

/**
 * The unit of a value that is written without one: a glucose of 8.4 is in mmol/L, one of 180 in
 * mg/dL. Between them, such as 29, it can be either, far too low or far too high: null.
 */
function unitInWords(variable: string, value: number): string | null | undefined {
  if (!GLUCOSES.has(variable) || value >= MIN_PLAIN_MG) return undefined;
  return value < MAX_PLAIN_MMOL || !Number.isInteger(value) ? 'mmol/L' : null;
}

function pressureFacts(text: string, from: string): (readonly [string, Fact])[] {
  const both = pressuresOf(text);
  if (both === undefined || both.systolic <= both.diastolic) return [];
  return [
    ['systolic_bp', { value: both.systolic, given: { value: both.systolic }, from }],
    ['diastolic_bp', { value: both.diastolic, given: { value: both.diastolic }, from }],
  ];
}

/**
 * Returns the values that a text states, by variable of the chart: `temperature of 39 °C`, `BP
 * 90/60`, `creatinine 2.1 mg/dL`. Implausible values are ignored: free text may mean something
 * else.
 *
 * @param from the field that contains the text
 */
export function valuesIn(entities: readonly Entity[], from: string): (readonly [string, Fact])[] {
  return entities.flatMap((entity) => {
    const { normalized, assertion } = entity;
    const value = normalized?.value;
    if (value === undefined || assertion === 'hypothetical' || assertion === 'family') return [];
    const isPressure = normalized?.coding?.some(({ code }) => code === PRESSURE_PANEL);
    if (typeof value === 'string') {
      return isPressure || value.includes('/') ? pressureFacts(value, from) : [];
    }
    const variable = variableOf(entity);
    if (variable?.kind !== 'quantity' || normalized?.comparator !== undefined) return [];
    const unit = normalized?.unit ?? unitInWords(variable.name, value);
    if (unit === null) return [];
    const read = readValue(variable, unit === undefined ? value : { value, unit });
    return read.ok
      ? [[variable.name, { value: read.value, given: read.given, from }] as const]
      : [];
  });
}

/** `78/40` between words, as it is written down in a hurry: no week of pregnancy, date, dose or acuity. */
const BARE_PRESSURE =
  /(?<![\w/.-])([5-9]\d|1\d\d|2[0-6]\d)\/([2-9]\d|1[0-5]\d)(?![\w/.%-])(?!\s*(?:mg|mcg|micrograms?|units?|tablets?|mix|weeks?))/g;
const PREMIXED = /(?:insulin|mix|humulin|novolin|ratio|vision|acuity)\s*$/i;
const MIN_PULSE_PRESSURE = 10;

/** Returns the last blood pressure that a text gives as a bare pair of figures. */
export function barePressureIn(text: string, from: string): (readonly [string, Fact])[] {
  const [last] = [...text.matchAll(BARE_PRESSURE)]
    .filter(
      ({ 1: systolic, 2: diastolic, index }) =>
        Number(systolic) - Number(diastolic) >= MIN_PULSE_PRESSURE &&
        !PREMIXED.test(text.slice(0, index)),
    )
    .slice(-1);
  return last === undefined ? [] : pressureFacts(last[0], from);
}

/** The position of a value in a text. */
export interface ValueSpan {
  /** Name of the variable. */
  readonly variable: string;
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** Finds the positions of values in a text, by variable of the chart. */
export function valueSpansIn(entities: readonly Entity[], from: string): readonly ValueSpan[] {
  return entities.flatMap((entity) =>
    valuesIn([entity], from).map(([variable]) => ({
      variable,
      start: entity.start,
      end: entity.end,
    })),
  );
}
