import type { Exchange, Query } from '../../calls/exchange.js';
import type { Filter } from '../../store/fhir/filter.js';
import { isOfResource } from '../access/grants.js';
import type { Definitions } from '../definitions/definition.js';
import { refuseFor } from '../outcome.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { pointInTime } from '../search/paging.js';
import { parseCriteria } from '../search/parse.js';

/** What a client wants to have exported. */
export interface ExportRequest {
  readonly types: readonly string[];
  /** Whether the client named the types; otherwise they are all that there are. */
  readonly isNamed: boolean;
  /** Only what was changed after this time: milliseconds since 1970. */
  readonly since?: number;
  /** Of a type: resources have to meet one of them. */
  readonly filters: ReadonlyMap<string, readonly Filter[]>;
  /** Of a type: the elements to which its resources are reduced. */
  readonly elements: ReadonlyMap<string, readonly string[]>;
  /** Whether the Provenances of all that is exported are exported too. */
  readonly withProvenances: boolean;
  /** `$export?_since,_type`, for the audit record. */
  readonly names: string;
}

export interface ExportRequestTerms {
  readonly definitions: Definitions;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The types that this kind of export can have. */
  readonly offered: readonly string[];
}

const PARAMETERS = [
  '_outputFormat',
  '_since',
  '_type',
  '_typeFilter',
  '_elements',
  'includeAssociatedData',
] as const;
type Parameter = (typeof PARAMETERS)[number];
const SILENT = ['_format', '_pretty'];

const FORMATS = new Set(['application/fhir+ndjson', 'application/ndjson', 'ndjson']);

const wrong = (parameter: Parameter, type: 'value' | 'not-supported', problem: string): Error =>
  refuseFor('validation_error', type, problem, `http.${parameter}`);

/** A name that may be shown: an unknown one may be anything, even a patient's name. */
const SHOWN = /^[_a-z][A-Za-z-]{0,39}$/;

/** Provenances of what is exported. */
const RELEVANT = 'RelevantProvenanceResources';

function refuseUnknown(query: Query): void {
  const known: readonly string[] = [...PARAMETERS, ...SILENT];
  const unknown = query.find(([name]) => !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const name = SHOWN.test(unknown) ? unknown : 'A parameter';
  const problem = `${name} is not supported by this operation; it takes ${PARAMETERS.join(', ')}.`;
  throw refuseFor('validation_error', 'not-supported', problem, 'http');
}

const valuesOf = (query: Query, name: Parameter): string[] =>
  query.filter(([one]) => one === name).map(([, value]) => value);

function onlyValue(query: Query, name: Parameter): string | undefined {
  const [first, ...more] = valuesOf(query, name);
  if (more.length > 0) throw wrong(name, 'value', `${name} can be given once.`);
  return first;
}

function listed(query: Query, name: Parameter): string[] {
  const items = valuesOf(query, name)
    .flatMap((value) => value.split(','))
    .map((item) => item.trim());
  if (items.includes('')) throw wrong(name, 'value', `${name} has an empty item.`);
  return items;
}

function checkFormat(query: Query): void {
  // Unencoded, the plus sign of a URL is a space.
  const format = onlyValue(query, '_outputFormat')?.trim().replace(' ', '+');
  if (format === undefined || FORMATS.has(format)) return;
  throw wrong('_outputFormat', 'not-supported', 'Only application/fhir+ndjson is exported.');
}

function typesOf(query: Query, offered: readonly string[]): string[] {
  const named = new Set(listed(query, '_type'));
  const types = offered.filter((type) => named.has(type));
  if (types.length === named.size) return types;
  throw wrong('_type', 'not-supported', 'Names a type that cannot be part of this export.');
}

/** A comma separates two filters where a type and a question mark follow. */
const NEXT_FILTER = /,(?=[A-Z][A-Za-z]*\?)/;

function filtersOf(
  query: Query,
  types: readonly string[],
  { definitions, timeZone, now }: ExportRequestTerms,
  base: string,
): Map<string, Filter[]> {
  const filters = new Map<string, Filter[]>();
  for (const written of valuesOf(query, '_typeFilter').flatMap((one) => one.split(NEXT_FILTER))) {
    const mark = written.indexOf('?');
    const type = written.slice(0, Math.max(mark, 0));
    const criteria: Query = [...new URLSearchParams(written.slice(mark + 1))];
    if (!types.includes(type)) {
      throw wrong(
        '_typeFilter',
        'value',
        'Begins with a type of this export, as in Patient?gender=male.',
      );
    }
    if (criteria.length === 0) {
      throw wrong('_typeFilter', 'value', 'Has no search parameter after its type.');
    }
    const parts = { definitions, timeZone, now, base, limits: SEARCH_LIMITS, strict: true };
    const filter = parseCriteria(type, criteria, parts);
    if (!isOfResource(filter)) {
      const problem = 'Takes search parameters of the resource itself: no chains and no _has.';
      throw wrong('_typeFilter', 'not-supported', problem);
    }
    filters.set(type, [...(filters.get(type) ?? []), filter]);
  }
  return filters;
}

function withProvenances(query: Query): boolean {
  const wanted = listed(query, 'includeAssociatedData');
  if (wanted.every((one) => one === RELEVANT)) return wanted.length > 0;
  throw wrong('includeAssociatedData', 'not-supported', `Only ${RELEVANT} can be included.`);
}

const ELEMENT = /^(?:([A-Z][A-Za-z]*)\.)?([a-z][A-Za-z0-9]{0,63})$/;

function elementsOf(
  query: Query,
  types: readonly string[],
  definitions: Definitions,
): Map<string, string[]> {
  const elements = new Map<string, string[]>();
  for (const item of listed(query, '_elements')) {
    const [, ofType, name = ''] = ELEMENT.exec(item) ?? [];
    const having = types.filter(
      (type) =>
        (ofType === undefined || ofType === type) &&
        definitions
          .elements({ type, path: type })
          .some((one) => one.name === name || one.choiceOf === name),
    );
    if (having.length === 0) {
      const problem = 'Names no element at the root of a type of this export (id, Patient.name).';
      throw wrong('_elements', 'value', problem);
    }
    const reduced = ofType === undefined ? types : having;
    for (const type of reduced) elements.set(type, [...(elements.get(type) ?? []), name]);
  }
  return elements;
}

/**
 * Reads the parameters of a kick-off request. None is ignored: the export would have more than what
 * was asked for.
 *
 * @throws AppError `validation_error`
 */
export function readExportRequest(
  { query, base }: Pick<Exchange, 'query' | 'base'>,
  terms: ExportRequestTerms,
): ExportRequest {
  refuseUnknown(query);
  checkFormat(query);
  const { definitions, offered } = terms;
  const isNamed = query.some(([name]) => name === '_type');
  const types = isNamed ? typesOf(query, offered) : offered;
  const since = onlyValue(query, '_since');
  const names = [...new Set(query.map(([name]) => name))].filter((one) => !SILENT.includes(one));
  return {
    types,
    isNamed,
    ...(since !== undefined && { since: pointInTime('_since', since) }),
    filters: filtersOf(query, types, terms, base),
    elements: elementsOf(query, types, definitions),
    withProvenances: withProvenances(query),
    names: names.length === 0 ? '$export' : `$export?${names.join(',')}`,
  };
}
