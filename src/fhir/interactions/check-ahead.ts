import { AppError } from '../../core/errors.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { boundStore } from '../access/bound-reads.js';
import { checkResource } from './check-resource.js';
import type { FhirParts } from './parts.js';
import { patchAndCheck } from './patch.js';
import {
  type CheckAhead,
  type EarlyPatchResult,
  expectedOf,
  type Requester,
  type ResourceRequest,
} from './plan.js';
import { checkPreconditions } from './preconditions.js';
import { refuseUnsupported } from './prepare.js';
import type { IndexSettings, ResourceOffload } from './resource-offload.js';

export type CheckAheadParts = Pick<
  FhirParts,
  'definitions' | 'validator' | 'index' | 'store' | 'match' | 'accessOf'
> & {
  readonly offload: ResourceOffload;
  readonly terms: IndexSettings;
};

/** A refusal is thrown later, in order; here it only ends the work. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function isSupported(
  request: ResourceRequest,
  who: Requester,
  parts: Pick<CheckAheadParts, 'definitions' | 'accessOf'>,
): boolean {
  try {
    refuseUnsupported(request, who, parts);
    return true;
  } catch (error) {
    expectRefusal(error);
    return false;
  }
}

/** The one resource that a patch is about; undefined where none or several match. */
function* likelyId(
  { id, type, criteria = [] }: ResourceRequest,
  who: Requester,
  { match }: CheckAheadParts,
): ReadDecision<string | undefined> {
  if (id !== undefined) return id;
  const { rows } = yield* perform({ kind: 'fhir.search', query: match(type, criteria, who) });
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/** The version that a patch is likely to be applied to. */
function* likelyVersion(
  request: ResourceRequest,
  who: Requester,
  parts: CheckAheadParts,
): ReadDecision<StoredResource | undefined> {
  try {
    const id = yield* likelyId(request, who, parts);
    if (id === undefined) return undefined;
    const row = yield* perform({ kind: 'fhir.read', type: request.type, id });
    if (row === undefined || row.deleted) return undefined;
    checkPreconditions(request, row.version);
    return row;
  } catch (error) {
    expectRefusal(error);
    return undefined;
  }
}

/**
 * Applies a patch to the current version; the result is used only if that is still current in the
 * transaction.
 */
async function patchAhead(
  request: ResourceRequest,
  who: Requester,
  parts: CheckAheadParts,
  whole: boolean,
): Promise<EarlyPatchResult | undefined> {
  const { type, patch } = request;
  const store = boundStore(parts.store, parts.accessOf(who));
  const row = await store.decide(who.mode, likelyVersion(request, who, parts));
  if (patch === undefined || row === undefined) return undefined;
  const { id, version, body: text } = row;
  const { terms } = parts;
  const question = { text, patch, expected: { type, id }, terms };
  try {
    const findings =
      parts.offload.patchResource(question) ??
      (whole ? patchAndCheck(text, patch, { type, id }, parts) : undefined);
    return findings === undefined ? undefined : { id, version, made: await findings };
  } catch (refusal) {
    if (!(refusal instanceof AppError) || refusal.code === 'overloaded') throw refusal;
    return { id, version, refusal };
  }
}

/** Creates the checks before a transaction, which run in a thread for large resources. */
export function createCheckAhead(parts: CheckAheadParts): CheckAhead {
  const { offload, terms } = parts;
  return async (request, who, whole = false) => {
    if (!isSupported(request, who, parts)) return request;
    if (request.method === 'PATCH') {
      const ahead = await patchAhead(request, who, parts, whole);
      return ahead === undefined ? request : { ...request, ahead };
    }
    const { resource } = request;
    if (resource === undefined) return request;
    const expected = expectedOf(request);
    const findings = offload.checkResource({ text: resource.text, expected, terms });
    if (findings !== undefined) return { ...request, checked: await findings };
    if (!whole) return request;
    return { ...request, checked: checkResource(resource, expected, parts) };
  };
}
