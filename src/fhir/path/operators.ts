import { compare, equals, keyOf, keysOf } from './compare.js';
import { type Collection, EMPTY, type Node } from './node.js';

/** What a node has when it was computed and not found. */
const SYSTEM_TYPES: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  number: 'decimal',
  string: 'string',
};

export const systemNode = (value: string | number | boolean): Node => ({
  value,
  type: SYSTEM_TYPES[typeof value] ?? 'string',
});

export const TRUE: Collection = [systemNode(true)];
export const FALSE: Collection = [systemNode(false)];

export const fromBoolean = (value: boolean | undefined): Collection =>
  value === undefined ? EMPTY : value ? TRUE : FALSE;

/** A single value that is not a boolean counts as true, as in the standard; several give no result. */
export function toBoolean(input: Collection): boolean | undefined {
  const [node] = input;
  if (node === undefined || input.length > 1) return undefined;
  return typeof node.value === 'boolean' ? node.value : true;
}

/** The first of those that are equal. */
export function distinct(input: Collection): Collection {
  const seen = new Set<string>();
  return input.filter((node) => {
    const key = keyOf(node);
    return !seen.has(key) && seen.add(key);
  });
}

/** Empty where one side is empty; lists are equal in the same order. */
function equal(left: Collection, right: Collection): boolean | undefined {
  if (left.length === 0 || right.length === 0) return undefined;
  if (left.length !== right.length) return false;
  let all: boolean | undefined = true;
  for (const [at, node] of left.entries()) {
    const other = right[at];
    const one = other && equals(node, other);
    if (one === false) return false;
    all = one === true ? all : undefined;
  }
  return all;
}

function order(left: Collection, right: Collection): number | undefined {
  const [a, b] = [left[0], right[0]];
  if (a === undefined || b === undefined || left.length > 1 || right.length > 1) return undefined;
  return compare(a, b);
}

const ordered =
  (holds: (order: number) => boolean): Operator =>
  (left, right) => {
    const result = order(left, right);
    return fromBoolean(result === undefined ? undefined : holds(result));
  };

const logical =
  (rule: (a: boolean | undefined, b: boolean | undefined) => boolean | undefined): Operator =>
  (left, right) =>
    fromBoolean(rule(toBoolean(left), toBoolean(right)));

const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);

const and = (a: boolean | undefined, b: boolean | undefined) =>
  a === false || b === false ? false : a && b;

const or = (a: boolean | undefined, b: boolean | undefined) =>
  a === true || b === true ? true : a === false && b === false ? false : undefined;

const xor = (a: boolean | undefined, b: boolean | undefined) =>
  a === undefined || b === undefined ? undefined : a !== b;

function among(one: Collection, list: Collection): Collection {
  const [node] = one;
  if (node === undefined || one.length > 1) return EMPTY;
  return fromBoolean(keysOf(list).has(keyOf(node)));
}

const textOf = (input: Collection): string => String(input[0]?.value ?? '');

function sum(left: Collection, right: Collection): Collection {
  const [a, b] = [left[0]?.value, right[0]?.value];
  if (typeof a === 'number' && typeof b === 'number') return [systemNode(a + b)];
  return typeof a === 'string' && typeof b === 'string' ? [systemNode(a + b)] : EMPTY;
}

export type Operator = (left: Collection, right: Collection) => Collection;

/** The operators that expressions of R4 use. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  and: logical(and),
  or: logical(or),
  xor: logical(xor),
  implies: logical((a, b) => or(not(a), b)),
  '=': (left, right) => fromBoolean(equal(left, right)),
  '!=': (left, right) => fromBoolean(not(equal(left, right))),
  '<': ordered((sign) => sign < 0),
  '>': ordered((sign) => sign > 0),
  '<=': ordered((sign) => sign <= 0),
  '>=': ordered((sign) => sign >= 0),
  in: (left, right) => among(left, right),
  contains: (left, right) => among(right, left),
  '|': (left, right) => distinct([...left, ...right]),
  '&': (left, right) => [systemNode(textOf(left) + textOf(right))],
  '+': sum,
};
