import type { Exchange } from '../../calls/exchange.js';
import type { Decision } from '../../store/unit-of-work.js';
import { idsFound } from '../conditional/match.js';
import type { FhirParts } from '../interactions/parts.js';
import { refuseFor } from '../outcome.js';
import { type EntryIdentity, searchLinkOf } from './identities.js';
import { atDecision, forEachOrRefuse } from './place-issues.js';
import type { Provisionals } from './provisional.js';
import { makeReady, makeReal, type Step } from './steps.js';

export interface SearchingTerms {
  readonly exchange: Exchange;
  readonly parts: FhirParts;
  readonly provisionals: Provisionals;
  /** Entries by their URL. */
  readonly entries: ReadonlyMap<string, EntryIdentity>;
  /** Writes a step that is ready. */
  readonly carry: (step: Step) => Decision<void>;
}

/** Maximum searches for the references of one transaction, which blocks every other writer. */
const MAX_SEARCHES = 5_000;

/** Looks for what references by search mean, each until it is found. */
function createFinder({ exchange, parts, provisionals }: SearchingTerms) {
  const found = new Map<string, string>();
  let searches = 0;
  return function* find(value: string): Decision<string | undefined> {
    const known = found.get(value);
    const search = searchLinkOf('reference', value);
    if (known !== undefined || search === undefined) return known;
    searches += 1;
    if (searches > MAX_SEARCHES) {
      const problem = `The references of a transaction may take ${MAX_SEARCHES} searches.`;
      throw refuseFor('validation_error', 'too-costly', problem);
    }
    const query = parts.match(search.type, search.criteria, exchange);
    const [id, another] = yield* idsFound(query);
    if (another !== undefined) {
      const problem = 'More than one resource meets the search of a reference.';
      throw refuseFor('precondition_failed', 'multiple-matches', problem);
    }
    if (id === undefined) return undefined;
    found.set(value, id);
    provisionals.settleSearch(value, id);
    return id;
  };
}

/** Prepares a step whose searches are resolved. */
function finish(step: Step, ids: readonly (string | undefined)[], terms: SearchingTerms): void {
  const { exchange, provisionals, entries, parts } = terms;
  if (step.asked !== undefined) {
    makeReal(step, exchange, provisionals, parts);
    return;
  }
  const targetOf = (search: string, id = '') =>
    `${searchLinkOf('reference', search)?.type ?? ''}/${id}`;
  const found = new Map(step.searches.map((search, n) => [search, targetOf(search, ids[n])]));
  makeReady(step, exchange, { entries, found }, parts);
}

function refuseUnfound(steps: readonly Step[]): void {
  forEachOrRefuse(steps, ({ entry: { place } }) => {
    const problem = 'No resource meets the search of a reference.';
    throw refuseFor('precondition_failed', 'not-found', problem, place);
  });
}

/**
 * Writes what refers by search, each as soon as what it refers to is there.
 *
 * @throws AppError `precondition_failed` when a search finds nothing in the end, or several
 */
export function* carryOutSearching(steps: readonly Step[], terms: SearchingTerms): Decision<void> {
  const find = createFinder(terms);
  function* findAll({ searches }: Step): Decision<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    for (const search of searches) found.push(yield* find(search));
    return found;
  }
  let waiting = steps;
  while (waiting.length > 0) {
    const still: Step[] = [];
    for (const step of waiting) {
      const found = yield* atDecision(step.entry.place, () => findAll(step));
      if (found.includes(undefined)) {
        still.push(step);
        continue;
      }
      finish(step, found, terms);
      yield* terms.carry(step);
    }
    if (still.length === waiting.length) refuseUnfound(still);
    waiting = still;
  }
}
