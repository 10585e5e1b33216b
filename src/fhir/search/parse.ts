import type { Query } from '../../calls/exchange.js';
import type { Filter } from '../../store/fhir/filter.js';
import { createDateReader } from '../index/dates.js';
import { createEmitters } from '../index/extract.js';
import { type FhirIssue, refuse, refuseFor } from '../outcome.js';
import { boundPatient } from './bound-patient.js';
import { malformed, place, type SearchContext, shown, tooCostly, unsupported } from './context.js';
import { alternativesOf, filterOfPair } from './criterion.js';
import { plainShape, RESULT, type Shape, shapeBy } from './result-parameters.js';
import type { Search, SearchParts } from './search.js';

/** Parameters of the exchange, not of the search. */
const EXCHANGE: ReadonlySet<string> = new Set(['_format', '_pretty']);

/** Parameters of FHIR that are not supported: ignoring them would widen the search. */
const NOT_HERE: ReadonlySet<string> = new Set(['_text', '_content', '_filter', '_query', '_list']);

interface ParsedPair {
  readonly pair: readonly [string, string];
  readonly filter?: Filter;
}

const nameOf = (name: string) => name.split(/[:.]/, 1)[0] ?? '';

function contextOf({ definitions, now, base, limits, timeZone }: SearchParts): SearchContext {
  const readDate = createDateReader(timeZone);
  return { definitions, now, base, limits, readDate, emitOf: createEmitters(timeZone, [base]) };
}

function checkLength(query: Query, max: number): void {
  if (query.length > max) throw tooCostly('_query', `more than ${max} parameters.`);
}

const unusable = (name: string, why: string): FhirIssue => ({
  severity: 'error',
  code: 'not-supported',
  diagnostics: `${shown(name)} ${why}.`,
  expression: place(name),
});

const leftOut = (issue: FhirIssue): FhirIssue => ({
  ...issue,
  severity: 'warning',
  diagnostics: `${issue.diagnostics} It was left out.`,
});

/** A criterion of the query, or why it is invalid. */
function criterion(
  type: string,
  [name, raw]: readonly [string, string],
  context: SearchContext,
): Filter | FhirIssue {
  if (NOT_HERE.has(nameOf(name))) throw unsupported(name, 'is not supported.');
  if (alternativesOf(raw).length === 0) return unusable(name, 'has no value');
  return filterOfPair(type, name, raw, context) ?? unusable(name, `is not known of ${type}`);
}

/** Number of values that the rows of the index are compared with. */
function conditionsIn(filter: Filter): number {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.reduce((sum, one) => sum + conditionsIn(one), 0);
    case 'not':
    case 'chain':
    case 'has':
    case 'same-element':
      return conditionsIn(filter.of);
    case 'present':
    case 'nothing':
      return 1;
    default:
      return filter.any.length;
  }
}

/** Counts criteria, and refuses at the parameter that exceeds a limit. */
function createMeter({ conditions: max }: SearchParts['limits']) {
  let sum = 0;
  return (name: string, filter: Filter): Filter => {
    sum += conditionsIn(filter);
    if (sum <= max) return filter;
    throw tooCostly(name, `more than ${max} values in one search.`);
  };
}

const isFilter = (result: Filter | FhirIssue): result is Filter => 'kind' in result;

function whereOf(criteria: readonly Filter[]): Filter {
  const [only, ...more] = criteria;
  return only !== undefined && more.length === 0 ? only : { kind: 'all', of: criteria };
}

const namesOf = (type: string, names: readonly string[]) =>
  names.length === 0 ? type : `${type}?${[...new Set(names)].join(',')}`;

function assemble(
  type: string,
  taken: readonly ParsedPair[],
  shape: Shape,
  warnings: readonly FhirIssue[],
  { definitions }: SearchParts,
): Search {
  const used = taken.filter(({ filter }) => filter !== undefined);
  const criteria = used.flatMap(({ filter }) => filter ?? []);
  const patient = boundPatient(type, criteria, definitions);
  const { order, count, total, elements, include } = shape;
  return {
    type,
    query: { type, where: whereOf(criteria), order, limit: count, total },
    include,
    summary: count === 0 ? 'count' : shape.summary,
    elements,
    used: taken.map(({ pair }) => pair),
    names: namesOf(
      type,
      used.map(({ pair: [name] }) => name),
    ),
    ...(patient !== undefined && { patient }),
    warnings,
  };
}

/**
 * Parses the query of a search of one type. Names and values are decoded.
 *
 * @throws AppError (`validation_error`) for what is malformed, not supported or too costly; under
 *   `strict` also for parameters that are not known
 */
export function parseSearch(type: string, query: Query, parts: SearchParts): Search {
  checkLength(query, parts.limits.parameters);
  const context = contextOf(parts);
  const shape = plainShape(parts.limits);
  const metered = createMeter(parts.limits);
  const taken: ParsedPair[] = [];
  const faults: FhirIssue[] = [];
  for (const pair of query) {
    const [name, raw] = pair;
    if (EXCHANGE.has(name)) continue;
    if (RESULT.has(nameOf(name))) {
      if (shapeBy(name, raw, shape, { type, ...parts })) taken.push({ pair });
      else faults.push(unusable(name, 'names something that is not known'));
      continue;
    }
    const found = criterion(type, pair, context);
    if (isFilter(found)) taken.push({ pair, filter: metered(name, found) });
    else faults.push(found);
  }
  if (parts.strict && faults.length > 0) throw refuse('validation_error', faults);
  return assemble(type, taken, shape, faults.map(leftOut), parts);
}

/**
 * Parses the criteria of a conditional interaction. They can never match everything: an unknown
 * one, one without a value, and a query without any are refused.
 *
 * @throws AppError `precondition_failed` without a criterion, `validation_error` for all else
 */
export function parseCriteria(type: string, query: Query, parts: SearchParts): Filter {
  checkLength(query, parts.limits.parameters);
  const context = contextOf(parts);
  const metered = createMeter(parts.limits);
  const searched = query.filter(([name]) => !EXCHANGE.has(name));
  const criteria = searched.map((pair) => {
    const [name] = pair;
    if (RESULT.has(nameOf(name))) throw malformed(name, 'is not a search criterion.');
    const found = criterion(type, pair, context);
    if (isFilter(found)) return metered(name, found);
    throw refuse('validation_error', [found]);
  });
  if (criteria.length > 0) return whereOf(criteria);
  throw refuseFor(
    'precondition_failed',
    'invalid',
    'A conditional interaction needs at least one criterion.',
  );
}
