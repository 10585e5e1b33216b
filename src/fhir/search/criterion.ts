import type { Filter } from '../../store/fhir/filter.js';
import type { SearchParameter } from '../definitions/definition.js';
import { OWN_COLUMNS, parameterName, ROW_KIND } from '../index/parameter-name.js';
import { chainFilter, type PendingCriterion, REVERSE, reverseFilter } from './chains.js';
import { compositeFilter } from './composites.js';
import {
  type Criterion,
  type FilterOf,
  malformed,
  type SearchContext,
  tooCostly,
  unsupportedModifier,
} from './context.js';
import { dateFilter, updatedFilter } from './dates.js';
import { numberFilter, quantityFilter } from './numbers.js';
import { splitAt } from './separators.js';
import { tokenFilter } from './tokens.js';
import { idFilter, referenceFilter, stringFilter, uriFilter } from './values.js';

/** `:missing`: whether there is any value, including one indexed only by its text or as present. */
function missingFilter(criterion: Criterion): Filter {
  const { type, parameter, values, name } = criterion;
  const [value] = values;
  if (values.length !== 1 || (value !== 'true' && value !== 'false')) {
    throw malformed(name, 'takes true or false.');
  }
  if (parameter.type === 'composite') throw unsupportedModifier(criterion);
  const there: Filter = OWN_COLUMNS.has(parameter.code)
    ? { kind: 'all', of: [] }
    : { kind: 'any', of: presence(type, parameter.code, parameter.type) };
  return value === 'true' ? { kind: 'not', of: there } : there;
}

/** Whether a parameter has any value: alternatives. */
export function presence(type: string, code: string, kind: keyof typeof ROW_KIND): Filter[] {
  const marked = parameterName(type, code, 'present');
  return [
    { kind: 'present', parameter: parameterName(type, code), in: [ROW_KIND[kind]] },
    { kind: 'present', parameter: marked, in: ['tokens'] },
  ];
}

const FILTERS: Readonly<Record<SearchParameter['type'], FilterOf>> = {
  token: tokenFilter,
  uri: uriFilter,
  string: stringFilter,
  reference: referenceFilter,
  date: dateFilter,
  number: numberFilter,
  quantity: quantityFilter,
  composite: (criterion, context) => compositeFilter(criterion, context, filterOf),
};

function filterOf(criterion: Criterion, context: SearchContext): Filter {
  if (criterion.modifier === 'missing') return missingFilter(criterion);
  if (criterion.parameter.code === '_id') return idFilter(criterion);
  if (criterion.parameter.code === '_lastUpdated') return updatedFilter(criterion, context);
  return FILTERS[criterion.parameter.type](criterion, context);
}

/** The alternatives of a value, without white space. */
export const alternativesOf = (raw: string) =>
  splitAt(raw, ',').filter((value) => value.trim() !== '');

function understand(question: PendingCriterion, context: SearchContext): Filter | undefined {
  const { type, name, raw, whole } = question;
  if (name.startsWith(REVERSE)) return reverseFilter(question, context, understand);
  if (name.includes('.')) return chainFilter(question, context, understand);
  const [code = '', modifier, ...extra] = name.split(':');
  const parameter = context.definitions.parameter(type, code);
  if (parameter === undefined) return undefined;
  if (extra.length > 0) throw malformed(whole, 'has more than one modifier.');
  const values = alternativesOf(raw);
  if (values.length > context.limits.values) {
    throw tooCostly(whole, `more than ${context.limits.values} alternatives.`);
  }
  return filterOf({ type, parameter, modifier, values, name: whole }, context);
}

/**
 * Returns the filter of one name and value of a query.
 *
 * @returns nothing for a parameter that the type does not have
 * @throws AppError for what is malformed, not supported or too costly
 */
export function filterOfPair(
  type: string,
  name: string,
  raw: string,
  context: SearchContext,
): Filter | undefined {
  return understand({ type, name, raw, whole: name, chained: 0, reversed: 0 }, context);
}
