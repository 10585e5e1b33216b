import { type CanonicalUnit, canonicalUnit } from '../../patient-record/chart/units.js';
import { member, numberOf, textOf } from './member.js';
import { parameterName } from './parameter-name.js';
import type { EmitRows } from './sink.js';

const UCUM = 'http://unitsofmeasure.org';
const CURRENCIES = 'urn:iso:std:iso:4217';

/** Below and above all numbers. */
const MIN_NUMBER = -Number.MAX_VALUE;
const GREATEST_NUMBER = Number.MAX_VALUE;

/** A number in one of the units that it can be searched in. */
interface Form {
  readonly unit: string;
  readonly of: (value: number) => number;
}

const asWritten = (value: number) => value;

const MAX_UNITS = 2000;

/** Caches units, limited in size. */
export function createUnits(): (code: string) => CanonicalUnit | undefined {
  const cache = new Map<string, CanonicalUnit | undefined>();
  return (code) => {
    if (cache.has(code)) return cache.get(code);
    if (cache.size >= MAX_UNITS) cache.clear();
    const found = canonicalUnit(code);
    cache.set(code, found);
    return found;
  };
}

export type Units = ReturnType<typeof createUnits>;

/** The unit of a number whose system and code are known: canonical, or the code itself. */
export function codedForm(system: string, code: string, units: Units): Form {
  const canonical = system === UCUM ? units(code) : undefined;
  return canonical ?? { unit: `${system}|${code}`, of: asWritten };
}

/** The unit of a number without a system: its code or its text. */
export const writtenForm = (unit: string): Form => ({ unit: `|${unit}`, of: asWritten });

/** All forms of a Quantity or Money: plain, coded, and by each writing of the unit. */
function formsOf(quantity: unknown, units: Units): Form[] {
  const currency = textOf(quantity, 'currency');
  const system = currency === undefined ? textOf(quantity, 'system') : CURRENCIES;
  const code = currency ?? textOf(quantity, 'code');
  const written = new Set([code, textOf(quantity, 'unit')].filter((one) => one !== undefined));
  const coded = system === undefined || code === undefined ? [] : [codedForm(system, code, units)];
  return [{ unit: '', of: asWritten }, ...coded, ...[...written].map(writtenForm)];
}

/** The nearest number on the lower or upper side. */
const beside = (value: number, side: 1 | -1) =>
  value + side * Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);

/** The range of a measured value: `< 5` is any value below. */
function rangeOf(value: number, comparator: string | undefined): [number, number] {
  switch (comparator) {
    case '<':
      return [MIN_NUMBER, beside(value, -1)];
    case '<=':
      return [MIN_NUMBER, value];
    case '>':
      return [beside(value, 1), GREATEST_NUMBER];
    case '>=':
      return [value, GREATEST_NUMBER];
    default:
      return [value, value];
  }
}

function quantityEmit(parameter: string, units: Units): EmitRows {
  return (quantity, { numbers }) => {
    const value = numberOf(quantity, 'value');
    if (value === undefined) return;
    const comparator = textOf(quantity, 'comparator');
    for (const { unit, of } of formsOf(quantity, units)) {
      const [low, high] = rangeOf(of(value), comparator);
      numbers.push({ parameter, unit, low, high });
    }
  };
}

/** Both ends of a Range have the same unit; one end may be open. */
function rangeEmit(parameter: string, units: Units): EmitRows {
  return (range, { numbers }) => {
    const [low, high] = [member(range, 'low'), member(range, 'high')];
    const [min, max] = [numberOf(low, 'value'), numberOf(high, 'value')];
    if (min === undefined && max === undefined) return;
    for (const { unit, of } of formsOf(min === undefined ? high : low, units)) {
      numbers.push({
        parameter,
        unit,
        low: min === undefined ? MIN_NUMBER : of(min),
        high: max === undefined ? GREATEST_NUMBER : of(max),
      });
    }
  };
}

/** The range of sampled data, from the lowest to the highest sample. */
function sampledEmit(parameter: string, units: Units): EmitRows {
  return (sampled, { numbers }) => {
    const origin = member(sampled, 'origin');
    const zero = numberOf(origin, 'value');
    const data = textOf(sampled, 'data')?.split(/\s+/).map(Number) ?? [];
    const samples = data.filter((one) => Number.isFinite(one));
    if (zero === undefined || samples.length === 0) return;
    const factor = numberOf(sampled, 'factor') ?? 1;
    const ends = [Math.min, Math.max].map(
      (end) => zero + factor * samples.reduce((one, other) => end(one, other)),
    );
    for (const { unit, of } of formsOf(origin, units)) {
      const [one = 0, other = 0] = ends.map(of);
      numbers.push({ parameter, unit, low: Math.min(one, other), high: Math.max(one, other) });
    }
  };
}

/** Rows of a quantity or number parameter whose values are of this type. */
export function numberRows(base: string, code: string, type: string, units: Units): EmitRows {
  const parameter = parameterName(base, code);
  if (type === 'Range') return rangeEmit(parameter, units);
  if (type === 'SampledData') return sampledEmit(parameter, units);
  const quantity = quantityEmit(parameter, units);
  return (value, into) => {
    if (typeof value !== 'number') quantity(value, into);
    else if (Number.isFinite(value))
      into.numbers.push({ parameter, unit: '', low: value, high: value });
  };
}
