import type { Exchange } from '../../calls/exchange.js';
import type { Decision } from '../../store/unit-of-work.js';
import { idsFound } from '../conditional/match.js';
import type { FhirParts } from '../interactions/parts.js';
import { refuseFor } from '../outcome.js';
import { type EntryIdentity, searchLinkOf } from './identities.js';
import { atDecision, forEachOrRefuse } from './locate-issues.js';
import type { Provisionals } from './provisional.js';
import { prepareResolved, prepareStep, type Step } from './steps.js';

export interface ReferenceSearchParts {
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

/** The results of the searches of one transaction so far. */
interface FoundReferences {
  readonly ids: Map<string, string>;
  searches: number;
}

/** Searches for the target of a reference, unless it has been found before. */
function* find(
  value: string,
  finds: FoundReferences,
  { exchange, parts, provisionals }: ReferenceSearchParts,
): Decision<string | undefined> {
  const resolved = finds.ids.get(value);
  const search = searchLinkOf('reference', value);
  if (resolved !== undefined || search === undefined) return resolved;
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
  finds: FoundReferences,
  terms: ReferenceSearchParts,
): Decision<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (const search of searches) ids.push(yield* find(search, finds, terms));
  return ids;
}

/** Prepares a step whose searches are resolved. */
function finish(
  step: Step,
  ids: readonly (string | undefined)[],
  terms: ReferenceSearchParts,
): void {
  const { exchange, provisionals, entries, parts } = terms;
  if (step.checkedRequest !== undefined) {
    prepareResolved(step, exchange, provisionals, parts);
    return;
  }
  const targetOf = (search: string, id = '') =>
    `${searchLinkOf('reference', search)?.type ?? ''}/${id}`;
  const searchTargets = new Map(
    step.searches.map((search, n) => [search, targetOf(search, ids[n])]),
  );
  prepareStep(step, exchange, { entries, searchTargets }, parts);
}

function refuseWithoutMatch(steps: readonly Step[]): void {
  forEachOrRefuse(steps, ({ entry: { place } }) => {
    const problem = 'No resource meets the search of a reference.';
    throw refuseFor('precondition_failed', 'not-found', problem, place);
  });
}

/**
 * Writes the entries with references by search, each as soon as the targets exist.
 *
 * @throws AppError `precondition_failed` when a search finally finds no resource, or several
 */
export function* carryOutWithSearches(
  steps: readonly Step[],
  terms: ReferenceSearchParts,
): Decision<void> {
  const finds: FoundReferences = { ids: new Map(), searches: 0 };
  let waiting = steps;
  while (waiting.length > 0) {
    const still: Step[] = [];
    for (const step of waiting) {
      const ids = yield* atDecision(step.entry.place, () => findAll(step, finds, terms));
      if (ids.includes(undefined)) {
        still.push(step);
        continue;
      }
      finish(step, ids, terms);
      yield* terms.carry(step);
    }
    if (still.length === waiting.length) refuseWithoutMatch(still);
    waiting = still;
  }
}
