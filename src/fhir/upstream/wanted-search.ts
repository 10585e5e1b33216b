import type { Exchange, Query } from '../../calls/exchange.js';
import { preferences } from '../interactions/prefer.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { takePage } from '../search/links.js';
import { parseSearch } from '../search/parse.js';
import { RESULT } from '../search/result-parameters.js';
import type { SearchParts } from '../search/search.js';

/** A search that is to be asked of the hospital's server too. */
export interface WantedSearch {
  /** The id of the patient that it is bound to. */
  readonly patient: string;
  /** `Observation?patient,code`: for the record. */
  readonly names: string;
  readonly criteria: Query;
  /** What binds it to the patient, alone: for a server that does not know the other criteria. */
  readonly binding: Query;
}

/** What differs between there and here: times of change and marks of origin. */
const OWN = new Set(['_lastUpdated', '_source']);

const PATIENT = 'Patient/';

const nameOf = (name: string) => name.split(/[:.]/, 1)[0] ?? '';

/** References to this appliance mean resources of the same name there. */
const asThere = (query: Query, base: string): Query =>
  query.map(([name, value]) => [name, value.replaceAll(`${base}/`, '')] as const);

/**
 * What a search asks of the hospital's server.
 *
 * @returns nothing where it is bound to no patient, or asks for a further page
 * @throws AppError as the search itself would
 */
export function wantedSearch(
  exchange: Exchange,
  type: string,
  given: Pick<SearchParts, 'definitions' | 'timeZone' | 'now'>,
): WantedSearch | undefined {
  const { base, headers } = exchange;
  const { page, rest } = takePage(exchange.query);
  if (page !== undefined) return undefined;
  const { strict } = preferences(headers.prefer);
  const parts = { ...given, base, limits: SEARCH_LIMITS, strict };
  const { patient, names, used } = parseSearch(type, rest, parts);
  if (patient === undefined) return undefined;
  const criteria = used.filter(([name]) => !RESULT.has(nameOf(name)) && !OWN.has(nameOf(name)));
  const binding = criteria.filter((pair) => parseSearch(type, [pair], parts).patient === patient);
  return {
    patient: patient.slice(PATIENT.length),
    names,
    criteria: asThere(criteria, base),
    binding: asThere(binding, base),
  };
}
