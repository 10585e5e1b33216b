import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import { operationOutcome } from '../../core/operation-outcome.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import type { Definitions } from '../definitions/definition.js';
import { refuseFor } from '../outcome.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { plainShape, shapeBy } from '../search/result-parameters.js';
import { subset } from '../search/subset.js';
import type { FhirParts } from './parts.js';
import { etagOf, isUnchanged, lastModifiedOf } from './preconditions.js';

/** The type, id and optional version of a resource. */
interface ResourceVersion {
  readonly type: string;
  readonly id: string;
  readonly version?: number;
}

type Parts = Pick<FhirParts, 'definitions'>;

const targetOf = ({ type, id, version }: ResourceVersion): string =>
  version === undefined ? `${type}/${id}` : `${type}/${id}/_history/${version}`;

export const headersOf = ({
  version,
  updated,
}: Pick<StoredResource, 'version' | 'updated'>): Record<string, string> => ({
  ETag: etagOf(version),
  'Last-Modified': lastModifiedOf(updated),
});

/** The refusal of a deleted resource names its last version. */
function goneAnswer(place: ResourceVersion, row: StoredResource): Answer {
  const action = place.version === undefined ? 'fhir.read' : 'fhir.vread';
  const outcome = operationOutcome([
    { severity: 'error', code: 'deleted', diagnostics: 'This resource was deleted.' },
  ]);
  return {
    status: 410,
    headers: headersOf(row),
    text: JSON.stringify(outcome),
    audit: { action, target: targetOf(place), outcome: 'refused', error_code: 'gone' },
  };
}

/** The part of the resource selected by `_summary` or `_elements`. */
function textFor({ query }: Exchange, { type, body }: StoredResource, definitions: Definitions) {
  const shape = plainShape(SEARCH_LIMITS);
  for (const [name, value] of query) {
    if (name !== '_summary' && name !== '_elements') continue;
    shapeBy(name, value, shape, { type, definitions, limits: SEARCH_LIMITS });
  }
  return subset(body, type, shape, definitions);
}

function resourceAnswer(
  exchange: Exchange,
  place: ResourceVersion,
  row: StoredResource,
  { definitions }: Parts,
): Answer {
  const action = place.version === undefined ? 'fhir.read' : 'fhir.vread';
  const audit = { action, target: targetOf(place) };
  const headers = headersOf(row);
  if (isUnchanged(exchange.headers, row)) return { status: 304, headers, audit };
  const text = exchange.query.length === 0 ? row.body : textFor(exchange, row, definitions);
  return { headers, text, audit };
}

function notThere(): Error {
  return refuseFor('not_found', 'not-found', 'The resource was not found.');
}

/**
 * Reads the current version.
 *
 * @throws AppError `not_found`
 */
export function* answerRead(
  exchange: Exchange,
  place: { readonly type: string; readonly id: string },
  parts: Parts,
): ReadDecision<Answer> {
  const row = yield* perform({ kind: 'fhir.read', type: place.type, id: place.id });
  if (row === undefined) throw notThere();
  return row.deleted ? goneAnswer(place, row) : resourceAnswer(exchange, place, row, parts);
}

/**
 * Reads one version.
 *
 * @throws AppError `not_found`
 */
export function* answerVersionRead(
  exchange: Exchange,
  place: Required<ResourceVersion>,
  parts: Parts,
): ReadDecision<Answer> {
  const { type, id, version } = place;
  const row = yield* perform({ kind: 'fhir.read-version', type, id, version });
  if (row === undefined) {
    throw refuseFor('not_found', 'not-found', 'This version of the resource was not found.');
  }
  return row.deleted ? goneAnswer(place, row) : resourceAnswer(exchange, place, row, parts);
}

/**
 * The current version of a resource that must exist.
 *
 * @throws AppError `not_found`, `gone`
 */
export function currentVersion(row: StoredResource | undefined): StoredResource {
  if (row === undefined) throw notThere();
  if (row.deleted) throw refuseFor('gone', 'deleted', 'This resource was deleted.');
  return row;
}
