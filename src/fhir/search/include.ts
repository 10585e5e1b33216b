import type { ResourceName, StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { namedBy, naming } from './canonicals.js';
import type { Include } from './search.js';

export interface IncludedResources {
  readonly rows: readonly StoredResource[];
  /** Whether resources were left out. */
  readonly cut: boolean;
}

/** Maximum number of included resources, and of rounds of `:iterate`. */
export const MAX_INCLUDED = 1_000;
const ROUNDS = 3;

const keyOf = ({ type, id }: ResourceName): string => `${type}/${id}`;

/** Resources that these refer to. */
function* forward(
  from: readonly ResourceName[],
  include: Include,
): ReadDecision<readonly ResourceName[]> {
  const ids = from.filter(({ type }) => type === include.from).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { from: type, parameter, target } = include;
  const names = yield* perform({ kind: 'fhir.references', type, ids, parameter });
  return names.filter((name) => target === undefined || name.type === target);
}

/** Resources that refer to these. */
function* backward(
  to: readonly ResourceName[],
  include: Include,
  max: number,
): ReadDecision<readonly StoredResource[]> {
  const any = to
    .filter(({ type }) => include.target === undefined || type === include.target)
    .map(({ type, id }) => ({ type, target: id }));
  if (any.length === 0) return [];
  const where = { kind: 'reference', parameter: include.parameter, any } as const;
  const query = { type: include.from, where, order: [], limit: max, total: 'none' } as const;
  return (yield* perform({ kind: 'fhir.search', query })).rows;
}

function* follow(
  around: readonly StoredResource[],
  include: Include,
  max: number,
): ReadDecision<readonly StoredResource[]> {
  if (include.reverse) {
    const referring = yield* backward(around, include, max);
    return [...referring, ...(yield* naming(around, include, max))];
  }
  const names = yield* forward(around, include);
  const referred = names.length === 0 ? [] : yield* perform({ kind: 'fhir.read-many', names });
  return [...referred, ...(yield* namedBy(around, include, max))];
}

/**
 * The resources that a search includes by `_include` and `_revinclude`: each once, without the
 * matches. With `:iterate` also those of the included ones, in at most three rounds.
 */
export function* findIncluded(
  matches: readonly StoredResource[],
  includes: readonly Include[],
): ReadDecision<IncludedResources> {
  const seen = new Set(matches.map(keyOf));
  const rows: StoredResource[] = [];
  let cut = false;

  function add(stored: readonly StoredResource[], fresh: StoredResource[]): void {
    for (const row of stored) {
      if (seen.has(keyOf(row))) continue;
      if (rows.length === MAX_INCLUDED) {
        cut = true;
        return;
      }
      seen.add(keyOf(row));
      rows.push(row);
      fresh.push(row);
    }
  }

  let around: readonly StoredResource[] = matches;
  for (let round = 0; round < ROUNDS && around.length > 0; round += 1) {
    const fresh: StoredResource[] = [];
    for (const include of includes) {
      if (round > 0 && !include.iterate) continue;
      // One more than the limit, to detect that there are more.
      const max = MAX_INCLUDED - rows.length + seen.size + 1;
      add(yield* follow(around, include, max), fresh);
    }
    around = fresh;
  }
  return { rows, cut };
}
