import type { Bound, Filter, RangeLimits } from '../../store/fhir/filter.js';
import { parameterName } from '../index/parameter-name.js';
import { codedForm, createUnits, writtenForm } from '../index/quantities.js';
import { type Criterion, malformed, unsupportedModifier } from './context.js';
import { type Prefix, splitPrefix } from './prefix.js';
import { splitAt, unescaped } from './separators.js';

const NUMBER = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Tolerance of `ap`, as a share of the value. */
const NEAR = 0.1;

/** A number with its implicit precision: `100` is any from 99.5 to below 100.5. */
export interface NumberRange {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Reads a number of a search. Its precision is half a unit of its last digit on either side; a
 * number in exponential form is assumed to have a decimal, as `1e2` in the standard is 95 to 105
 * (http://hl7.org/fhir/R4/search.html#number).
 *
 * @returns nothing for other texts
 */
export function readNumber(text: string): NumberRange | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', decimals = '', exponent] = match;
  const power = Number(exponent ?? 0);
  const places = exponent === undefined ? decimals.length : Math.max(1, decimals.length);
  // In whole units of a tenth of the last digit, to avoid binary rounding.
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${decimals.padEnd(places, '0')}0`);
  const scaled = (tenths: bigint) => Number(`${tenths}e${power - places - 1}`);
  const [value, low, high] = [digits, digits - 5n, digits + 5n].map(scaled);
  if (value === undefined || low === undefined || high === undefined) return undefined;
  return [value, low, high].every(Number.isFinite) ? { value, low, high } : undefined;
}

/**
 * Limits of a stored number or range. Comparisons use the exact number; only equality uses its
 * precision.
 *
 * @param of converts a number of the search to the unit of the rows
 */
export function numberBoxes(
  prefix: Prefix,
  written: NumberRange,
  of: (value: number) => number,
): readonly RangeLimits[] {
  const [value, low, high] = [of(written.value), of(written.low), of(written.high)];
  // With seventeen digits the end equals the value, which is then included.
  const end: Bound = high > value ? { at: high, open: true } : { at: value };
  switch (prefix) {
    case 'eq':
      return [{ low: { min: { at: low }, max: end }, high: { max: end } }];
    case 'ne': {
      const past: Bound = end.open ? { at: end.at } : { at: end.at, open: true };
      return [{ low: { max: { at: low, open: true } } }, { high: { min: past } }];
    }
    case 'gt':
      return [{ high: { min: { at: value, open: true } } }];
    case 'ge':
      return [{ high: { min: { at: value } } }];
    case 'lt':
      return [{ low: { max: { at: value, open: true } } }];
    case 'le':
      return [{ low: { max: { at: value } } }];
    case 'sa':
      return [{ low: { min: { at: value, open: true } } }];
    case 'eb':
      return [{ high: { max: { at: value, open: true } } }];
    case 'ap': {
      const size = Math.abs(written.value) * NEAR;
      const lower = of(Math.min(written.low, written.value - size));
      const upper = of(Math.max(written.high, written.value + size));
      return [{ low: { max: { at: upper } }, high: { min: { at: lower } } }];
    }
  }
}

const asWritten = (value: number) => value;

function numberOf(name: string, text: string): { prefix: Prefix; written: NumberRange } {
  const { prefix, rest } = splitPrefix(text);
  // A plus sign that was not encoded in a URL comes as a space.
  const written = readNumber(rest.trim().replace(/[eE] (?=\d)/, 'e+'));
  if (written === undefined) throw malformed(name, 'is not a number.');
  return { prefix, written };
}

export function numberFilter(criterion: Criterion): Filter {
  if (criterion.modifier !== undefined) throw unsupportedModifier(criterion);
  const { name, values, type, parameter } = criterion;
  const boxes = values.flatMap((value) => {
    const { prefix, written } = numberOf(name, unescaped(value));
    return numberBoxes(prefix, written, asWritten);
  });
  const any = boxes.map((box) => ({ unit: '', box }));
  return { kind: 'number', parameter: parameterName(type, parameter.code), any };
}

/** `5.4|http://unitsofmeasure.org|mg`, `5.4||mg` or `5.4` in any unit. */
function quantityBoxes(name: string, value: string): { unit: string; box: RangeLimits }[] {
  const parts = splitAt(value, '|').map(unescaped);
  const [number = '', system = '', code = ''] = parts;
  if (parts.length === 2 || parts.length > 3 || (system !== '' && code === '')) {
    throw malformed(name, 'a quantity is a number, or number|system|code.');
  }
  const { prefix, written } = numberOf(name, number);
  const coded = system === '' ? writtenForm(code) : codedForm(system, code, createUnits());
  const { unit, of } = code === '' ? { unit: '', of: asWritten } : coded;
  return numberBoxes(prefix, written, of).map((box) => ({ unit, box }));
}

export function quantityFilter(criterion: Criterion): Filter {
  if (criterion.modifier !== undefined) throw unsupportedModifier(criterion);
  const any = criterion.values.flatMap((value) => quantityBoxes(criterion.name, value));
  const parameter = parameterName(criterion.type, criterion.parameter.code);
  return { kind: 'number', parameter, any };
}
