import type { Decision } from '../../store/unit-of-work.js';
import { boundWrites } from '../access/bound-writes.js';
import { refuseWriteWithoutGrant } from '../access/demand.js';
import { refuseFor } from '../outcome.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { prepareCreate } from './create.js';
import type { FhirParts } from './parts.js';
import { preparePatch } from './patch.js';
import type { ChangeResult, Prepare, Requester, ResourceRequest } from './plan.js';
import { prepareRemove } from './remove.js';
import { ID } from './resource-location.js';
import type { ResourceOffload } from './resource-offload.js';
import { prepareUpdate } from './update.js';

export type PrepareParts = Pick<
  FhirParts,
  'definitions' | 'validator' | 'index' | 'newId' | 'match' | 'accessOf'
> &
  Pick<ResourceOffload, 'isLarge'>;

/** @throws AppError for a read-only type, for an invalid id, and without a grant for the write */
export function refuseUnsupported(
  request: ResourceRequest,
  who: Requester,
  { definitions, accessOf }: Pick<PrepareParts, 'definitions' | 'accessOf'>,
): void {
  const { type, id } = request;
  if (!definitions.served.includes(type)) {
    throw refuseFor('not_found', 'not-supported', 'This resource type is not supported.');
  }
  if (READ_ONLY_TYPES.has(type)) {
    const problem = 'Resources of this type are written by the appliance alone.';
    throw refuseFor('method_not_allowed', 'not-supported', problem);
  }
  if (id !== undefined && !ID.test(id)) {
    const problem = 'An id has 1 to 64 letters, digits, dots and hyphens.';
    throw refuseFor('validation_error', 'value', problem, `${type}.id`);
  }
  refuseWriteWithoutGrant(accessOf(who), request);
}

function prepareByMethod(
  request: ResourceRequest,
  who: Requester,
  parts: PrepareParts,
): () => Decision<ChangeResult> {
  if (request.method === 'POST') return prepareCreate(request, who, parts);
  if (request.method === 'PUT') return prepareUpdate(request, who, parts);
  if (request.method === 'PATCH') return preparePatch(request, who, parts);
  return prepareRemove(request, who, parts);
}

/** Prepares a change of one resource, of a single request or of a bundle. */
export function createPrepare(parts: PrepareParts): Prepare {
  return (request, who) => {
    refuseUnsupported(request, who, parts);
    const decide = prepareByMethod(request, who, parts);
    const rules = parts.accessOf(who);
    return () => boundWrites(decide(), request, rules);
  };
}
