import type { FhirPermission } from '../../calls/fhir-access.js';
import type { NewVersion, ResourceName, StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { Decision, ReadDecision, Step } from '../../store/unit-of-work.js';
import type { ResourceRequest } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import { isVisible, lastContent, mediated, readVisible } from './bound-reads.js';
import { forbiddenChange, permissionFor } from './demand.js';
import type { AccessRules, IndexedVersion } from './rules.js';

interface WriteTerms {
  readonly request: ResourceRequest;
  readonly rules: AccessRules;
}

/** A patch shows what was there before, other writes only that it was there. */
function seenBy(request: ResourceRequest): readonly FhirPermission[] {
  return request.method === 'PATCH' ? ['read'] : ['read', 'search', permissionFor(request)];
}

const notThere = (): Error => refuseFor('not_found', 'not-found', 'The resource was not found.');

/** Why a resource that is there may not be changed: one that is not visible is not there. */
function* refusalOf(row: StoredResource, { request, rules }: WriteTerms): ReadDecision<Error> {
  const seen = yield* isVisible(row, seenBy(request), rules);
  return seen ? forbiddenChange(row.type, permissionFor(request)) : notThere();
}

/** Whether the client chose the id of the resource. */
function isChosen({ criteria, resource, checked, method }: ResourceRequest, id: string): boolean {
  if (method === 'POST') return false;
  return criteria === undefined || (checked?.ownId ?? resource?.value.id) === id;
}

function indexedOf({ type, id, rows, text }: NewVersion): IndexedVersion {
  return { type, id, rows, body: text.join('') };
}

function* before({
  type,
  id,
}: ResourceName): ReadDecision<
  { readonly row: StoredResource; readonly content: StoredResource } | undefined
> {
  const row = yield* perform({ kind: 'fhir.read', type, id });
  const content = row && (yield* lastContent(row));
  return row === undefined || content === undefined ? undefined : { row, content };
}

/** Stores a version where one grant covers it and the version before. */
function* boundPut(
  step: Extract<Step, { kind: 'fhir.put' }>,
  terms: WriteTerms,
): Decision<StoredResource> {
  const { rules, request } = terms;
  const { resource } = step;
  const permission = permissionFor(request);
  if (rules.allowsAll(resource.type, permission)) return yield* perform(step);
  const prior = yield* before(resource);
  // Otherwise a refusal would tell which ids are taken.
  if (prior === undefined && isChosen(request, resource.id)) throw notThere();
  const versions = prior === undefined ? [] : [rules.indexed(prior.content)];
  if (!rules.mayChange(permission, [...versions, indexedOf(resource)])) {
    if (prior !== undefined) throw yield* refusalOf(prior.row, terms);
    throw forbiddenChange(resource.type, permission);
  }
  return yield* perform(step);
}

/** Deletes a resource where a grant covers it; one that is not visible is not there. */
function* boundRemove(
  step: Extract<Step, { kind: 'fhir.remove' }>,
  terms: WriteTerms,
): Decision<StoredResource | undefined> {
  const { rules } = terms;
  if (rules.allowsAll(step.type, 'delete')) return yield* perform(step);
  const prior = yield* before(step);
  if (prior === undefined) return undefined;
  if (rules.mayChange('delete', [rules.indexed(prior.content)])) return yield* perform(step);
  const seen = yield* isVisible(prior.row, seenBy(terms.request), rules);
  if (seen) throw forbiddenChange(step.type, 'delete');
  return undefined;
}

/** Searches are bound where they are made, as a Bundle makes some before its writes. */
function* boundStep(step: Step, terms: WriteTerms): Decision<unknown> {
  switch (step.kind) {
    case 'fhir.read':
      return yield* readVisible(step, seenBy(terms.request), terms.rules);
    case 'fhir.put':
      return yield* boundPut(step, terms);
    case 'fhir.remove':
      return yield* boundRemove(step, terms);
    default:
      return yield* perform(step);
  }
}

/** The same change, which sees and changes only what may be seen and changed. */
export function boundWrites<T>(
  decision: Decision<T>,
  request: ResourceRequest,
  rules: AccessRules | undefined,
): Decision<T> {
  if (rules === undefined) return decision;
  return mediated(decision, (step) => boundStep(step, { request, rules }));
}
