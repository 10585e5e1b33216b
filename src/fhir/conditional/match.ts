import type { Query } from '../../http/exchange.js';
import type { FhirReader } from '../../storage/fhir/store.js';
import type { FhirParts } from '../interactions/parts.js';
import type { Match, Who } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { parseCriteria } from '../search/parse.js';

/** How a conditional interaction finds what it is about. */
export function createMatch({
  definitions,
  timeZone,
  clock,
}: Pick<FhirParts, 'definitions' | 'timeZone' | 'clock'>): Match {
  return (type, criteria, who, reader) => {
    const where = parseCriteria(type, criteria, {
      definitions,
      timeZone,
      now: clock(),
      base: who.base,
      limits: SEARCH_LIMITS,
      strict: true,
    });
    const { rows } = reader.search({ type, where, order: [], limit: 2, total: 'none' });
    return rows.map(({ id }) => id);
  };
}

/** The criteria of `If-None-Exist`, which look like the query of a URL. */
export function criteriaOf(header: string): Query {
  return [...new URLSearchParams(header.trim().replace(/^[A-Za-z]*\?/, ''))];
}

/**
 * The one that meets the criteria, if there is one.
 *
 * @throws AppError `precondition_failed` when there are several
 */
export function oneMatch(
  { type, criteria }: { readonly type: string; readonly criteria: Query },
  who: Who,
  reader: FhirReader,
  match: Match,
): string | undefined {
  const [id, another] = match(type, criteria, who, reader);
  if (another === undefined) return id;
  const problem = 'More than one resource meets the criteria.';
  throw refuseFor('precondition_failed', 'multiple-matches', problem);
}
