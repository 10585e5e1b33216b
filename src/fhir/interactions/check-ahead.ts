import { AppError } from '../../core/errors.js';
import type { FhirReader } from '../../store/fhir/store.js';
import { checkResource } from './check-resource.js';
import type { FhirParts } from './parts.js';
import { patchHere } from './patch.js';
import {
  type CheckAhead,
  type EarlyPatchResult,
  expectedOf,
  type Requester,
  type ResourceRequest,
} from './plan.js';
import { checkPreconditions } from './preconditions.js';
import { refuseUnsupported } from './prepare.js';
import type { IndexTerms, ResourceOffload } from './resource-offload.js';

export type AheadParts = Pick<
  FhirParts,
  'definitions' | 'validator' | 'index' | 'store' | 'match'
> & {
  readonly elsewhere: ResourceOffload;
  readonly terms: IndexTerms;
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

const isOffered = (asked: ResourceRequest, parts: Pick<AheadParts, 'definitions'>): boolean =>
  unlessRefused(() => {
    refuseUnsupported(asked, parts);
    return true;
  }) ?? false;

/** The version that a patch is likely to meet. */
function likelyVersion(
  asked: ResourceRequest,
  who: Requester,
  reader: FhirReader,
  { match }: AheadParts,
) {
  const { type, criteria = [] } = asked;
  return unlessRefused(() => {
    const found = () => reader.search(match(type, criteria, who)).rows.map(({ id }) => id);
    const [id, another] = asked.id === undefined ? found() : [asked.id];
    const row = id === undefined || another !== undefined ? undefined : reader.read(type, id);
    if (row === undefined || row.deleted) return undefined;
    checkPreconditions(asked, row.version);
    return row;
  });
}

/** What a patch makes of the version that is there now; it counts only if that is met again. */
async function patchAhead(
  asked: ResourceRequest,
  who: Requester,
  parts: AheadParts,
  whole: boolean,
): Promise<EarlyPatchResult | undefined> {
  const { type, patch } = asked;
  const row = likelyVersion(asked, who, parts.store.in(who.mode), parts);
  if (patch === undefined || row === undefined) return undefined;
  const { id, version, body: text } = row;
  const { terms } = parts;
  const question = { text, patch, expected: { type, id }, terms };
  try {
    const found =
      parts.elsewhere.patchResource(question) ??
      (whole ? patchHere(text, patch, { type, id }, parts) : undefined);
    return found === undefined ? undefined : { id, version, made: await found };
  } catch (refusal) {
    if (!(refusal instanceof AppError) || refusal.code === 'overloaded') throw refusal;
    return { id, version, refusal };
  }
}

/** Does ahead of a transaction, in a thread where it is large, what needs nothing of it. */
export function createCheckAhead(parts: AheadParts): CheckAhead {
  const { elsewhere, terms } = parts;
  return async (asked, who, whole = false) => {
    if (!isOffered(asked, parts)) return asked;
    if (asked.method === 'PATCH') {
      const ahead = await patchAhead(asked, who, parts, whole);
      return ahead === undefined ? asked : { ...asked, ahead };
    }
    const { resource } = asked;
    if (resource === undefined) return asked;
    const expected = expectedOf(asked);
    const found = elsewhere.checkResource({ text: resource.text, expected, terms });
    if (found !== undefined) return { ...asked, checked: await found };
    if (!whole) return asked;
    return { ...asked, checked: checkResource(resource, expected, parts) };
  };
}
