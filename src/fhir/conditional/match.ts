import type { Query } from '../../calls/exchange.js';
import type { StoreQuery } from '../../store/fhir/filter.js';
import { perform } from '../../store/steps.js';
import type { Decision, ReadDecision } from '../../store/unit-of-work.js';
import { boundQuery } from '../access/bound-search.js';
import { forbidden } from '../access/demand.js';
import type { FhirParts } from '../interactions/parts.js';
import type { Match, Requester } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { parseCriteria } from '../search/parse.js';

/** Creates the search of conditional interactions. */
export function createMatch({
  definitions,
  timeZone,
  clock,
  accessOf,
}: Pick<FhirParts, 'definitions' | 'timeZone' | 'clock' | 'accessOf'>): Match {
  return (type, criteria, who) => {
    const where = parseCriteria(type, criteria, {
      definitions,
      timeZone,
      now: clock(),
      base: who.base,
      limits: SEARCH_LIMITS,
      strict: true,
    });
    const query: StoreQuery = { type, where, order: [], limit: 2, total: 'none' };
    const rules = accessOf(who);
    if (rules === undefined) return query;
    const bound = boundQuery(query, rules);
    if (bound === undefined) throw forbidden(type, 'search');
    return bound;
  };
}

/** The ids that a match finds. */
export function* idsFound(query: StoreQuery): ReadDecision<readonly string[]> {
  const { rows } = yield* perform({ kind: 'fhir.search', query });
  return rows.map(({ id }) => id);
}

/** The criteria of `If-None-Exist`, which look like the query of a URL. */
export function criteriaOf(header: string): Query {
  return [...new URLSearchParams(header.trim().replace(/^[A-Za-z]*\?/, ''))];
}

/**
 * The resource that meets the criteria, if there is one.
 *
 * @throws AppError `precondition_failed` when there are several
 */
export function* oneMatch(
  { type, criteria }: { readonly type: string; readonly criteria: Query },
  who: Requester,
  match: Match,
): Decision<string | undefined> {
  const [id, another] = yield* idsFound(match(type, criteria, who));
  if (another === undefined) return id;
  const problem = 'More than one resource meets the criteria.';
  throw refuseFor('precondition_failed', 'multiple-matches', problem);
}
