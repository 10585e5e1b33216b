import { AppError } from '../../core/errors.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { oneMatch } from '../conditional/match.js';
import { refuseFor } from '../outcome.js';
import { patchText } from '../patch/patch-text.js';
import type { Operation } from '../patch/read.js';
import type { ExpectedIdentity } from '../validation/validator.js';
import { changeResult } from './change-result.js';
import { type CheckedResource, checkResource, putChecked } from './check-resource.js';
import type { FhirParts } from './parts.js';
import type { ChangeResult, Requester, ResourceRequest } from './plan.js';
import { checkPreconditions } from './preconditions.js';
import { currentVersion } from './read.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'match'> & {
  /** Whether a resource of so many characters must be patched by a worker. */
  isLarge(characters: number): boolean;
};

/** The version that was patched in advance is no longer the current one. */
export class OvertakenError extends AppError {
  constructor() {
    super('overloaded', 'The resource was changed by another request meanwhile; try again.', {
      retryAfterSeconds: 1,
    });
  }
}

function* idOf(
  { type, id, criteria = [] }: ResourceRequest,
  who: Requester,
  { match }: Parts,
): Decision<string> {
  if (id !== undefined) return id;
  const found = yield* oneMatch({ type, criteria }, who, match);
  if (found !== undefined) return found;
  throw refuseFor('not_found', 'not-found', 'No resource meets the criteria.');
}

/**
 * Applies a patch to a resource and checks the result.
 *
 * @throws AppError `unprocessable` when it cannot be applied, or the result is not valid
 */
export function patchAndCheck(
  before: string,
  patch: readonly Operation[],
  expected: ExpectedIdentity,
  parts: Pick<FhirParts, 'validator' | 'index'>,
): CheckedResource {
  const text = patchText(before, patch);
  const given = { text, value: JSON.parse(text) as unknown };
  return checkResource(given, expected, parts, 'unprocessable');
}

/** The result that was computed in advance for this version, else one computed now. */
function patchedResource(
  { ahead, type }: ResourceRequest,
  patch: readonly Operation[],
  { id, version, body }: StoredResource,
  parts: Parts,
): CheckedResource {
  if (ahead === undefined || ahead.id !== id || ahead.version !== version) {
    if (parts.isLarge(body.length)) throw new OvertakenError();
    return patchAndCheck(body, patch, { type, id }, parts);
  }
  if ('refusal' in ahead) throw ahead.refusal;
  return ahead.made;
}

function* decidePatch(
  request: ResourceRequest,
  patch: readonly Operation[],
  who: Requester,
  parts: Parts,
): Decision<ChangeResult> {
  const { type } = request;
  const id = yield* idOf(request, who, parts);
  const before = currentVersion(yield* perform({ kind: 'fhir.read', type, id }));
  checkPreconditions(request, before.version);
  const made = patchedResource(request, patch, before, parts);
  const row = yield* putChecked({ type, id, method: 'PATCH' }, made);
  return changeResult(row, { action: 'fhir.patch', status: 200 }, made.issues);
}

/** Changes parts of a resource; the result must be valid, or nothing is changed. */
export function preparePatch(
  request: ResourceRequest,
  who: Requester,
  parts: Parts,
): () => Decision<ChangeResult> {
  const { patch } = request;
  if (patch === undefined) {
    throw refuseFor('validation_error', 'required', 'A JSON Patch must be sent.');
  }
  return () => decidePatch(request, patch, who, parts);
}
