import type { Exchange, Query } from '../../calls/exchange.js';
import type { Filter } from '../../store/fhir/filter.js';
import { preferences } from '../interactions/prefer.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { takePage } from '../search/links.js';
import { parseSearch } from '../search/parse.js';
import { RESULT } from '../search/result-parameters.js';
import type { SearchParts } from '../search/search.js';

/** A search that is also sent to the hospital's server. */
export interface UpstreamSearch {
  /** The id of the patient that the search is bound to. */
  readonly patient: string;
  /** `Observation?patient,code`, for the audit record. */
  readonly names: string;
  readonly criteria: Query;
  /** The condition of all criteria, here. */
  readonly where: Filter;
  /** The criterion for the patient alone, for a server that does not support the others. */
  readonly binding: Query;
}

/** Parameters whose values differ between the two servers: times of change and source marks. */
const OWN = new Set(['_lastUpdated', '_source']);

const PATIENT = 'Patient/';

const nameOf = (name: string) => name.split(/[:.]/, 1)[0] ?? '';

/** References to this appliance are sent as references to the same names on that server. */
const asThere = (query: Query, base: string): Query =>
  query.map(([name, value]) => [name, value.replaceAll(`${base}/`, '')] as const);

/**
 * Returns the search to send to the hospital's server.
 *
 * @returns undefined where the search is not bound to a patient, or continues on a further page
 * @throws AppError as the local search
 */
export function upstreamSearchOf(
  exchange: Exchange,
  type: string,
  given: Pick<SearchParts, 'definitions' | 'timeZone' | 'now'>,
): UpstreamSearch | undefined {
  const { base, headers } = exchange;
  const { page, rest } = takePage(exchange.query);
  if (page !== undefined) return undefined;
  const { strict } = preferences(headers.prefer);
  const parts = { ...given, base, limits: SEARCH_LIMITS, strict };
  const { patient, names, used, query } = parseSearch(type, rest, parts);
  if (patient === undefined) return undefined;
  const criteria = used.filter(([name]) => !RESULT.has(nameOf(name)) && !OWN.has(nameOf(name)));
  const binding = criteria.filter((pair) => parseSearch(type, [pair], parts).patient === patient);
  return {
    patient: patient.slice(PATIENT.length),
    names,
    where: query.where,
    criteria: asThere(criteria, base),
    binding: asThere(binding, base),
  };
}
