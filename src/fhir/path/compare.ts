import { type Collection, isFields, type Node } from './node.js';

const DATES: ReadonlySet<string> = new Set(['date', 'dateTime', 'instant']);

const isDate = ({ type, value }: Node): boolean => DATES.has(type) && typeof value === 'string';

/** Deep equality of JSON; the order of members does not count. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, at) => same(one, b[at]));
  }
  if (!isFields(a) || !isFields(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}

const DATE_PARTS = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(T.*)?)?)?$/;

/** Year, month and day as written; with a time the fourth part is that of `Date.parse`. */
function partsOf(text: string): readonly number[] | undefined {
  const match = DATE_PARTS.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, time] = match;
  const parts = [year, month, day].flatMap((part) => (part === undefined ? [] : Number(part)));
  return time === undefined ? parts : [...parts, Date.parse(text)];
}

/**
 * Two dates with a time are points in time; otherwise the parts that both have are compared, and
 * where these are equal but one date is more precise, the result is unknown. A date without a time
 * is read in the zone of the other one.
 */
function compareDates(a: string, b: string): number | undefined {
  const left = partsOf(a);
  const right = partsOf(b);
  if (left === undefined || right === undefined) return undefined;
  if (left.length === 4 && right.length === 4) return (left[3] ?? 0) - (right[3] ?? 0);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length === right.length ? 0 : undefined;
}

/** Only amounts of the same unit can be compared; otherwise the result is unknown. */
function compareQuantities(a: unknown, b: unknown): number | undefined {
  if (!isFields(a) || !isFields(b)) return undefined;
  if (typeof a.value !== 'number' || typeof b.value !== 'number') return undefined;
  const coded = a.code !== undefined || b.code !== undefined;
  const equal = coded ? a.code === b.code && a.system === b.system : a.unit === b.unit;
  return equal ? a.value - b.value : undefined;
}

/** Below 0, 0 or above 0; undefined where they cannot be compared. */
export function compare(a: Node, b: Node): number | undefined {
  const [left, right] = [a.value, b.value];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return compareQuantities(left, right);
  if (isDate(a) && isDate(b)) return compareDates(left, right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** undefined: dates of different precision, one of which contains the other. */
export function equals(a: Node, b: Node): boolean | undefined {
  if (isDate(a) && isDate(b)) {
    const order = compare(a, b);
    return order === undefined ? undefined : order === 0;
  }
  return same(a.value, b.value);
}

/** JSON with members in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

/** Whether nodes are equal, including points of time in different zones. */
export function keyOf(node: Node): string {
  const { value } = node;
  if (isDate(node) && typeof value === 'string' && value.includes('T')) {
    const time = Date.parse(value);
    if (!Number.isNaN(time)) return `at ${time}`;
  }
  return canonical(value);
}

const cache = new WeakMap<Collection, ReadonlySet<string>>();

/** Keys of a list, for repeated lookups. */
export function keysOf(list: Collection): ReadonlySet<string> {
  const keys = cache.get(list) ?? new Set(list.map(keyOf));
  cache.set(list, keys);
  return keys;
}
