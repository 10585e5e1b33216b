import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { oneMatch } from '../conditional/match.js';
import { changeResult } from './change-result.js';
import type { FhirParts } from './parts.js';
import type { ChangeResult, Requester, ResourceRequest } from './plan.js';
import { checkPreconditions } from './preconditions.js';

type Parts = Pick<FhirParts, 'match'>;

const DELETED = { action: 'fhir.delete', status: 204 } as const;

function nothing(type: string, id: string | undefined): ChangeResult {
  const { action, status } = DELETED;
  const target = id === undefined ? type : `${type}/${id}`;
  const audit = { action, target };
  return { status, type, ...(id !== undefined && { id }), issues: [], audit };
}

function* decideRemove(
  request: ResourceRequest,
  who: Requester,
  { match }: Parts,
): Decision<ChangeResult> {
  const { type, criteria = [] } = request;
  const id = request.id ?? (yield* oneMatch({ type, criteria }, who, match));
  if (id === undefined) return nothing(type, id);
  const before = yield* perform({ kind: 'fhir.read', type, id });
  const there = before !== undefined && !before.deleted;
  checkPreconditions(request, there ? before.version : undefined);
  const row = yield* perform({ kind: 'fhir.remove', type, id });
  return row === undefined ? nothing(type, id) : changeResult(row, DELETED);
}

/** Deletes a resource; its versions are kept. A missing or deleted resource gives success. */
export function prepareRemove(
  request: ResourceRequest,
  who: Requester,
  parts: Parts,
): () => Decision<ChangeResult> {
  return () => decideRemove(request, who, parts);
}
