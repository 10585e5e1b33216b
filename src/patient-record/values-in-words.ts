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
    const unit = normalized?.unit;
    const read = readValue(variable, unit === undefined ? value : { value, unit });
    return read.ok
      ? [[variable.name, { value: read.value, given: read.given, from }] as const]
      : [];
  });
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
