import type { Exchange } from '../../calls/exchange.js';
import type { Decision } from '../../store/unit-of-work.js';
import { idsFound } from '../conditional/match.js';
import type { FhirParts } from '../interactions/parts.js';
import { refuseFor } from '../outcome.js';
import { type EntryIdentity, searchLinkOf } from './identities.js';
import { atDecision, forEachOrRefuse } from './locate-issues.js';
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

/** What the searches of one transaction have found so far. */
interface Finds {
  readonly ids: Map<string, string>;
  searches: number;
}

/** Looks for what a reference by search means, until it is found. */
function* find(
  value: string,
  finds: Finds,
  { exchange, parts, provisionals }: SearchingTerms,
): Decision<string | undefined> {
  const known = finds.ids.get(value);
  const search = searchLinkOf('reference', value);
  if (known !== undefined || search === undefined) return known;
  finds.searches += 1;
  if (finds.searches > MAX_SEARCHES) {
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
  finds.ids.set(value, id);
  provisionals.settleSearch(value, id);
  return id;
}

function* findAll(
  { searches }: Step,
  finds: Finds,
  terms: SearchingTerms,
): Decision<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (const search of searches) found.push(yield* find(search, finds, terms));
  return found;
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
  const finds: Finds = { ids: new Map(), searches: 0 };
  let waiting = steps;
  while (waiting.length > 0) {
    const still: Step[] = [];
    for (const step of waiting) {
      const found = yield* atDecision(step.entry.place, () => findAll(step, finds, terms));
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
