import { AppError } from '../../core/errors.js';
import type { FhirReader } from '../../store/fhir/store.js';
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
  'definitions' | 'validator' | 'index' | 'store' | 'match'
> & {
  readonly offload: ResourceOffload;
  readonly terms: IndexSettings;
};

/** Returns the result of `work`, or undefined when it is refused: the refusal is thrown later, in order. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const isSupported = (
  request: ResourceRequest,
  parts: Pick<CheckAheadParts, 'definitions'>,
): boolean =>
  unlessRefused(() => {
    refuseUnsupported(request, parts);
    return true;
  }) ?? false;

/** The version that a patch is likely to be applied to. */
function likelyVersion(
  request: ResourceRequest,
  who: Requester,
  reader: FhirReader,
  { match }: CheckAheadParts,
) {
  const { type, criteria = [] } = request;
  return unlessRefused(() => {
    const idsOf = () => reader.search(match(type, criteria, who)).rows.map(({ id }) => id);
    const [id, another] = request.id === undefined ? idsOf() : [request.id];
    const row = id === undefined || another !== undefined ? undefined : reader.read(type, id);
    if (row === undefined || row.deleted) return undefined;
    checkPreconditions(request, row.version);
    return row;
  });
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
  const row = likelyVersion(request, who, parts.store.in(who.mode), parts);
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
    if (!isSupported(request, parts)) return request;
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
