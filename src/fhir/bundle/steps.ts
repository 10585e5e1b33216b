import type { Decision } from '../../store/unit-of-work.js';
import { criteriaOf, idsFound } from '../conditional/match.js';
import type { FhirParts } from '../interactions/parts.js';
import type { ChangeResult, Requester, ResourceRequest } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import { type EntryIdentity, namedUrls, searchLinkOf } from './identities.js';
import { type Link, type LinkKind, narrativeUrls } from './links.js';
import { at, atDecision, atLater } from './locate-issues.js';
import type { Provisionals } from './provisional.js';
import type { WriteEntry } from './read-bundle.js';
import { rewriteLinks, type Targets } from './rewrite.js';

/** An entry that writes, and its state. */
export interface Step {
  readonly entry: WriteEntry;
  readonly links: readonly Link[];
  /** References by search that must be resolved before it is written. */
  readonly searches: readonly string[];
  /** Set once it is determined which resource it writes; a delete may have none. */
  identity?: EntryIdentity;
  /** Placeholder until then, where other entries may refer to it. */
  provisional?: EntryIdentity;
  /** Its request, checked ahead of the transaction with provisional ids. */
  checkedRequest?: ResourceRequest;
  /** The part that is decided inside the transaction, set once its links are rewritten. */
  apply?: () => Decision<ChangeResult>;
}

export type StepParts = Pick<
  FhirParts,
  'definitions' | 'prepare' | 'checkAhead' | 'match' | 'newId'
>;

const ALL_KINDS: ReadonlySet<LinkKind> = new Set(['reference', 'url', 'narrative']);

/** Whether only the store determines which resource it writes. */
export const isConditional = ({ ifNoneExist, criteria }: ResourceRequest): boolean =>
  ifNoneExist !== undefined || criteria !== undefined;

/** The step of an entry, with its identity where it does not depend on a search. */
export function stepOf(entry: WriteEntry, { newId }: StepParts): Step {
  const { request, links } = entry;
  const searches = links
    .filter(({ kind, value }) => searchLinkOf(kind, value) !== undefined)
    .map(({ value }) => value);
  const step: Step = { entry, links, searches: [...new Set(searches)] };
  if (isConditional(request)) return step;
  if (request.method === 'POST') step.identity = { type: request.type, id: newId(), fresh: true };
  else if (request.id !== undefined) {
    step.identity = { type: request.type, id: request.id, fresh: false };
  }
  return step;
}

/**
 * Determines which resource a conditional entry writes.
 *
 * @param alike identities of conditional creates with the same criteria: they are one resource
 * @throws AppError `precondition_failed` when many match
 */
export function* identify(
  step: Step,
  who: Requester,
  alike: Map<string, EntryIdentity>,
  parts: StepParts,
): Decision<void> {
  const { type, ifNoneExist, criteria = [], method } = step.entry.request;
  const key = ifNoneExist === undefined ? undefined : `${type}?${ifNoneExist}`;
  const same = key === undefined ? undefined : alike.get(key);
  if (same !== undefined) {
    step.identity = same;
    return;
  }
  const query = ifNoneExist === undefined ? criteria : criteriaOf(ifNoneExist);
  const [id, another] = yield* atDecision(step.entry.place, () =>
    idsFound(parts.match(type, query, who)),
  );
  // Many matches, or none for a patch, are handled by the interaction itself.
  if (another !== undefined) return;
  const own = method === 'PUT' ? step.entry.ownId : undefined;
  if (id !== undefined) step.identity = { type, id, fresh: false };
  else if (own !== undefined) step.identity = { type, id: own, fresh: false };
  else if (method !== 'PATCH') step.identity = { type, id: parts.newId(), fresh: true };
  if (key !== undefined && step.identity !== undefined) alike.set(key, step.identity);
}

/** Where a conditional update's resource has an id of its own, the update itself checks it. */
function givenId({ entry: { request, ownId }, identity }: Step): string | undefined {
  const own = request.criteria !== undefined && ownId === identity?.id;
  return own ? undefined : (identity?.id ?? request.id);
}

/** The request of a step once the links of its resource are resolved. */
function requestWithLinks(step: Step, targets: Targets): ResourceRequest {
  const { entry, links } = step;
  const { request, fullUrl } = entry;
  const resource = request.resource && rewriteLinks(request.resource, links, fullUrl, targets);
  const id = givenId(step);
  return { ...request, ...(resource && { resource }), ...(id !== undefined && { id }) };
}

/** Prepares a step that was checked in advance, once the targets of its links are determined. */
export function prepareResolved(
  step: Step,
  who: Requester,
  { realize }: Provisionals,
  { prepare }: StepParts,
): void {
  const { checkedRequest, entry } = step;
  if (checkedRequest === undefined) return;
  const id = givenId(step);
  const real = { ...realize(checkedRequest), ...(id !== undefined && { id }) };
  step.apply = at(entry.place, () => prepare(real, who));
}

/** Checks a step whose links, or whose own id, only the store can determine. */
export async function checkProvisionally(
  step: Step,
  who: Requester,
  targets: Targets,
  { checkAhead }: StepParts,
): Promise<void> {
  step.checkedRequest = await atLater(step.entry.place, () =>
    checkAhead(requestWithLinks(step, targets), who, true),
  );
}

/** Rewrites the links of a step's resource and validates it: afterwards it can be applied. */
export function prepareStep(
  step: Step,
  who: Requester,
  targets: Targets,
  { prepare }: StepParts,
): void {
  step.apply = at(step.entry.place, () => prepare(requestWithLinks(step, targets), who));
}

/** The same before the transaction, where large resources can be checked by a worker. */
export async function prepareStepAhead(
  step: Step,
  who: Requester,
  targets: Targets,
  { prepare, checkAhead }: StepParts,
): Promise<void> {
  step.apply = await atLater(step.entry.place, async () =>
    prepare(await checkAhead(requestWithLinks(step, targets), who, true), who),
  );
}

/** Whether a link of the step, of one of these kinds, leads to one of these URLs. */
export function linksTo(
  { links, entry }: Step,
  urls: ReadonlySet<string>,
  kinds: ReadonlySet<LinkKind> = ALL_KINDS,
): boolean {
  const named = (kind: LinkKind, value: string) =>
    namedUrls(kind, value, entry.fullUrl).some((url) => urls.has(url));
  return (
    urls.size > 0 &&
    links.some(({ kind, value }) => {
      if (!kinds.has(kind)) return false;
      return kind === 'narrative'
        ? narrativeUrls(value).some((one) => named('url', one))
        : named(kind, value);
    })
  );
}

function* decideStep(
  { entry, identity, apply }: Step,
  written: Set<string>,
): Decision<ChangeResult> {
  if (apply === undefined) throw new Error('An entry was to be written before it was ready.');
  const done = yield* apply();
  const astray = identity !== undefined && done.id !== undefined && done.id !== identity.id;
  const key = `${done.type}/${done.id}`;
  // A conditional create that found its resource has written nothing.
  const idle = done.id === undefined || (entry.request.method === 'POST' && done.status === 200);
  if (astray || (!idle && written.has(key))) {
    const problem = 'Another entry of this transaction writes the same resource.';
    throw refuseFor('conflict', 'conflict', problem);
  }
  if (!idle) written.add(key);
  return done;
}

/**
 * Carries out the step.
 *
 * @param written `Type/id` of the resources that the transaction has written so far
 * @throws AppError `conflict` when the store has led two entries to one resource
 */
export function carryOut(step: Step, written: Set<string>): Decision<ChangeResult> {
  return atDecision(step.entry.place, () => decideStep(step, written));
}
