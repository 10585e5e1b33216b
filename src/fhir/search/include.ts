import type { FhirReader, ResourceName, StoredResource } from '../../store/fhir/store.js';
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
function forward(from: readonly ResourceName[], include: Include, reader: FhirReader) {
  const ids = from.filter(({ type }) => type === include.from).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { target } = include;
  return reader
    .referencesOf(include.from, ids, include.parameter)
    .filter(({ type }) => target === undefined || type === target);
}

/** Resources that refer to these. */
function backward(
  to: readonly ResourceName[],
  include: Include,
  reader: FhirReader,
  max: number,
): readonly StoredResource[] {
  const any = to
    .filter(({ type }) => include.target === undefined || type === include.target)
    .map(({ type, id }) => ({ type, target: id }));
  if (any.length === 0) return [];
  const where = { kind: 'reference', parameter: include.parameter, any } as const;
  const query = { type: include.from, where, order: [], limit: max, total: 'none' } as const;
  return reader.search(query).rows;
}

function follow(
  around: readonly StoredResource[],
  include: Include,
  reader: FhirReader,
  max: number,
): readonly StoredResource[] {
  if (include.reverse) {
    const referring = backward(around, include, reader, max);
    return [...referring, ...naming(around, include, reader, max)];
  }
  const names = forward(around, include, reader);
  const referred = names.length === 0 ? [] : reader.readMany(names);
  return [...referred, ...namedBy(around, include, reader, max)];
}

/**
 * The resources that a search includes by `_include` and `_revinclude`: each once, without the
 * matches. With `:iterate` also those of the included ones, in at most three rounds.
 */
export function findIncluded(
  matches: readonly StoredResource[],
  includes: readonly Include[],
  reader: FhirReader,
): IncludedResources {
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
      add(follow(around, include, reader, max), fresh);
    }
    around = fresh;
  }
  return { rows, cut };
}
