import { keyOf, keysOf } from './compare.js';
import {
  type Collection,
  childrenOf,
  descendantsOf,
  EMPTY,
  type Model,
  type Node,
} from './node.js';
import { distinct, fromBoolean, systemNode, toBoolean } from './operators.js';

/** Results that depend on the resource alone and were evaluated before; most rules have none. */
export interface Memory {
  values?: Map<Evaluator, Collection>;
}

/** The context of an evaluation. */
export interface Scope {
  readonly resource: Node;
  readonly root: Node;
  /** The focus of the whole expression. */
  readonly context: Node;
  /** `$this` */
  readonly focus: Collection;
  readonly memory: Memory;
}

export type Evaluator = (scope: Scope) => Collection;

/** @param parameters not evaluated yet: most are, with each node of the input as `$this` */
export type PathFunction = (
  input: Collection,
  parameters: readonly Evaluator[],
  scope: Scope,
) => Collection;

const at = (scope: Scope, node: Node): Scope => ({ ...scope, focus: [node] });

const holds = (test: Evaluator, node: Node, scope: Scope): boolean | undefined =>
  toBoolean(test(at(scope, node)));

function where(input: Collection, [test]: readonly Evaluator[], scope: Scope): Collection {
  return test === undefined ? input : input.filter((node) => holds(test, node, scope) === true);
}

function select(input: Collection, [projection]: readonly Evaluator[], scope: Scope): Collection {
  return projection === undefined ? input : input.flatMap((node) => projection(at(scope, node)));
}

function iif(_: Collection, parameters: readonly Evaluator[], scope: Scope): Collection {
  const [test, then, otherwise] = parameters;
  const chosen = test && toBoolean(test(scope)) === true ? then : otherwise;
  return chosen?.(scope) ?? EMPTY;
}

/** Empty unless the input is one string, and each parameter too. */
const ofText =
  (result: (text: string, ...parameters: readonly string[]) => boolean | string): PathFunction =>
  (input, parameters, scope) => {
    const texts = [input, ...parameters.map((one) => one(scope))].map((list) =>
      list.length === 1 ? list[0]?.value : undefined,
    );
    const [text, ...rest] = texts.filter((one) => typeof one === 'string');
    if (text === undefined || rest.length !== parameters.length) return EMPTY;
    return [systemNode(result(text, ...rest))];
  };

const expressions = new Map<string, RegExp>();

/** Patterns occur in the definitions, so there are few of them. */
function pattern(source: string): RegExp {
  const compiled = expressions.get(source) ?? new RegExp(source, 'gs');
  expressions.set(source, compiled);
  compiled.lastIndex = 0;
  return compiled;
}

function substring(input: Collection, [start]: readonly Evaluator[], scope: Scope): Collection {
  const from = start?.(scope)[0]?.value;
  const text = input[0]?.value;
  if (typeof text !== 'string' || typeof from !== 'number' || from >= text.length) return EMPTY;
  return [systemNode(text.slice(from))];
}

function toInteger([node]: Collection): Collection {
  const value = node?.value;
  if (typeof value === 'number') return Number.isInteger(value) ? [systemNode(value)] : EMPTY;
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return EMPTY;
  return [systemNode(Number(value))];
}

function asText([node]: Collection): Collection {
  const value = node?.value;
  const simple = ['string', 'number', 'boolean'].includes(typeof value);
  return simple ? [systemNode(String(value))] : EMPTY;
}

const hasValue = (input: Collection): boolean => {
  const [node] = input;
  if (input.length !== 1 || node === undefined || node.group !== undefined) return false;
  return node.value !== undefined && node.value !== null;
};

function combined(input: Collection, [other]: readonly Evaluator[], scope: Scope): Collection {
  return [...input, ...(other?.(scope) ?? EMPTY)];
}

function intersect(input: Collection, [other]: readonly Evaluator[], scope: Scope): Collection {
  const keys = keysOf(other?.(scope) ?? EMPTY);
  return distinct(input.filter((node) => keys.has(keyOf(node))));
}

const not = (input: Collection): Collection => {
  const value = toBoolean(input);
  return fromBoolean(value === undefined ? undefined : !value);
};

/** Functions that need the definitions. */
export const modelFunctions = (model: Model): Readonly<Record<string, PathFunction>> => ({
  children: (input) => childrenOf(input, model),
  descendants: (input) => descendantsOf(input, model),
});

/**
 * The functions that invariants of R4 use (http://hl7.org/fhirpath/N1/,
 * http://hl7.org/fhir/R4/fhirpath.html), but `resolve` and `htmlChecks`, which cannot be answered
 * from the resource alone.
 */
export const FUNCTIONS: Readonly<Record<string, PathFunction>> = {
  where,
  select,
  iif,
  substring,
  toInteger,
  intersect,
  not,
  combine: combined,
  toString: asText,
  exists: (input, parameters, scope) => fromBoolean(where(input, parameters, scope).length > 0),
  empty: (input) => fromBoolean(input.length === 0),
  count: (input) => [systemNode(input.length)],
  first: (input) => input.slice(0, 1),
  tail: (input) => input.slice(1),
  trace: (input) => input,
  hasValue: (input) => fromBoolean(hasValue(input)),
  isDistinct: (input) => fromBoolean(distinct(input).length === input.length),
  all: (input, [test], scope) =>
    fromBoolean(input.every((node) => test !== undefined && holds(test, node, scope) === true)),
  allFalse: (input) => fromBoolean(input.every(({ value }) => value === false)),
  startsWith: ofText((text, start = '') => text.startsWith(start)),
  contains: ofText((text, part = '') => text.includes(part)),
  matches: ofText((text, source = '') => pattern(source).test(text)),
  replaceMatches: ofText((text, source = '', by = '') => text.replace(pattern(source), by)),
};
