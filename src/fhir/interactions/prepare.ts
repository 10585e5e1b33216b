import { refuseFor } from '../outcome.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { prepareCreate } from './create.js';
import type { FhirParts } from './parts.js';
import { preparePatch } from './patch.js';
import type { Prepare, ResourceRequest } from './plan.js';
import { prepareRemove } from './remove.js';
import { ID } from './resource-location.js';
import type { ResourceOffload } from './resource-offload.js';
import { prepareUpdate } from './update.js';

export type PrepareParts = Pick<
  FhirParts,
  'definitions' | 'validator' | 'index' | 'newId' | 'match'
> &
  Pick<ResourceOffload, 'isLarge'>;

/** @throws AppError for a read-only type and for an invalid id */
export function refuseUnsupported(
  { type, id }: ResourceRequest,
  { definitions }: Pick<PrepareParts, 'definitions'>,
): void {
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
}

/** Prepares a change of one resource, of a single request or of a bundle. */
export function createPrepare(parts: PrepareParts): Prepare {
  return (request, who) => {
    refuseUnsupported(request, parts);
    if (request.method === 'POST') return prepareCreate(request, who, parts);
    if (request.method === 'PUT') return prepareUpdate(request, who, parts);
    if (request.method === 'PATCH') return preparePatch(request, who, parts);
    return prepareRemove(request, who, parts);
  };
}
