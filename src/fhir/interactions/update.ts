import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { oneMatch } from '../conditional/match.js';
import { refuseFor } from '../outcome.js';
import { changeResult } from './change-result.js';
import { type CheckedResource, checkRequestedResource, putChecked } from './check-resource.js';
import type { FhirParts } from './parts.js';
import { type ChangeResult, expectedOf, type Requester, type ResourceRequest } from './plan.js';
import { checkPreconditions } from './preconditions.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'newId' | 'match'>;

/** The id under which a conditional update writes; inside a bundle it may be determined before. */
function* idByCriteria(
  { type, id, criteria = [] }: ResourceRequest,
  { ownId: own }: CheckedResource,
  who: Requester,
  parts: Parts,
): Decision<string> {
  const found = id ?? (yield* oneMatch({ type, criteria }, who, parts.match));
  if (found !== undefined) {
    if (own === undefined || own === found) return found;
    const problem = 'The resource that meets the criteria has another id.';
    throw refuseFor('validation_error', 'value', problem, `${type}.id`);
  }
  if (own === undefined) return parts.newId();
  const row = yield* perform({ kind: 'fhir.read', type, id: own });
  if (row === undefined || row.deleted) return own;
  const problem = 'The resource with this id does not meet the criteria.';
  throw refuseFor('conflict', 'conflict', problem, `${type}.id`);
}

function* decideUpdate(
  request: ResourceRequest,
  checked: CheckedResource,
  who: Requester,
  parts: Parts,
): Decision<ChangeResult> {
  const { type, criteria } = request;
  const named = criteria === undefined ? request.id : undefined;
  const id = named ?? (yield* idByCriteria(request, checked, who, parts));
  const before = yield* perform({ kind: 'fhir.read', type, id });
  const there = before !== undefined && !before.deleted;
  checkPreconditions(request, there ? before.version : undefined);
  const row = yield* putChecked({ type, id, method: 'PUT' }, checked);
  const status = there ? 200 : 201;
  return changeResult(row, { action: 'fhir.update', status }, checked.issues);
}

/** Replaces a resource, or creates it under the client's id. */
export function prepareUpdate(
  request: ResourceRequest,
  who: Requester,
  parts: Parts,
): () => Decision<ChangeResult> {
  const checked = checkRequestedResource(request, expectedOf(request), parts);
  return () => decideUpdate(request, checked, who, parts);
}
