import type { Order } from '../../store/fhir/filter.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName, ROW_KIND } from '../index/parameter-name.js';
import { malformed, tooCostly, unsupported } from './context.js';
import { includesOf } from './includes.js';
import type { Include, Search, SearchLimits } from './search.js';

const DEFAULT_COUNT = 50;
const MAX_ORDERS = 3;

/** Names of parameters about the answer, which are not criteria. */
export const RESULT: ReadonlySet<string> = new Set([
  '_sort',
  '_count',
  '_total',
  '_summary',
  '_elements',
  '_include',
  '_revinclude',
  '_contained',
]);

/** The result parameters (`_count`, `_sort`, `_include` …), parsed one by one. */
export interface Shape {
  readonly order: Order[];
  count: number;
  total: 'none' | 'accurate';
  summary: Search['summary'];
  readonly elements: string[];
  readonly include: Include[];
}

export const plainShape = (limits: SearchLimits): Shape => ({
  order: [],
  count: Math.min(DEFAULT_COUNT, limits.count),
  total: 'none',
  summary: 'false',
  elements: [],
  include: [],
});

export interface ShapeParts {
  readonly type: string;
  readonly definitions: Definitions;
  readonly limits: SearchLimits;
}

function orderOf(name: string, rule: string, { type, definitions }: ShapeParts): Order | undefined {
  const descending = rule.startsWith('-');
  const code = descending ? rule.slice(1) : rule;
  if (code === '_id') return { by: 'id', descending };
  if (code === '_lastUpdated') return { by: 'updated', descending };
  const parameter = definitions.parameter(type, code);
  if (parameter === undefined) return undefined;
  if (parameter.type === 'composite') throw unsupported(name, 'not by a composite parameter.');
  return { by: { parameter: parameterName(type, code), in: ROW_KIND[parameter.type] }, descending };
}

function sort(name: string, value: string, shape: Shape, parts: ShapeParts): boolean {
  const orders = value.split(',').map((rule) => orderOf(name, rule.trim(), parts));
  const valid = orders.filter((order) => order !== undefined);
  if (valid.length < orders.length) return false;
  if (shape.order.length + valid.length > MAX_ORDERS) {
    throw tooCostly(name, `by at most ${MAX_ORDERS} parameters.`);
  }
  shape.order.push(...valid);
  return true;
}

function count(name: string, value: string, shape: Shape, { limits }: ShapeParts): boolean {
  if (!/^\d{1,9}$/.test(value)) throw malformed(name, 'is a whole number from 0 on.');
  shape.count = Math.min(Number(value), limits.count);
  return true;
}

const SUMMARIES = ['true', 'text', 'data', 'count', 'false'] as const;

function summary(name: string, value: string, shape: Shape): boolean {
  const found = SUMMARIES.find((one) => one === value);
  if (found === undefined) throw malformed(name, `is one of ${SUMMARIES.join(', ')}.`);
  shape.summary = found;
  return true;
}

function total(name: string, value: string, shape: Shape): boolean {
  if (!['none', 'estimate', 'accurate'].includes(value)) {
    throw malformed(name, 'is none, estimate or accurate.');
  }
  shape.total = value === 'accurate' ? 'accurate' : 'none';
  return true;
}

function elements(name: string, value: string, shape: Shape): boolean {
  const names = value.split(',').map((one) => one.trim());
  if (!names.every((one) => /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(one))) {
    throw malformed(name, 'is a list of names of elements at the root of the resource.');
  }
  shape.elements.push(...names.filter((one) => !shape.elements.includes(one)));
  return true;
}

/**
 * Reads a result parameter.
 *
 * @param name with its modifier, its beginning one of `RESULT`
 * @returns false when it names something unknown and is left out
 * @throws AppError for what is malformed or not supported
 */
export function shapeBy(name: string, value: string, shape: Shape, parts: ShapeParts): boolean {
  switch (name) {
    case '_sort':
      return sort(name, value, shape, parts);
    case '_count':
      return count(name, value, shape, parts);
    case '_summary':
      return summary(name, value, shape);
    case '_total':
      return total(name, value, shape);
    case '_elements':
      return elements(name, value, shape);
    case '_contained':
      if (value === 'false') return true;
      throw unsupported(name, 'contained resources are not searched.');
  }
  if (!name.startsWith('_include') && !name.startsWith('_revinclude')) {
    throw unsupported(name, 'has no modifier.');
  }
  const found = includesOf(name, value, parts.type, parts.definitions);
  shape.include.push(...found);
  return found.length > 0;
}
