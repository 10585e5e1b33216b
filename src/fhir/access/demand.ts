import type { FhirPermission } from '../../calls/fhir-access.js';
import type { AppError } from '../../core/errors.js';
import type { ResourceRequest } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import { OF_MANY, OF_THE_CONTEXT } from './compartment.js';
import type { AccessRules } from './rules.js';

/**
 * What a token must allow for the type of an interaction before it begins: one of these, for any
 * resource, or for all of them.
 */
export interface Need {
  readonly anyOf: readonly FhirPermission[];
  readonly ofAll?: true;
}

export const TO_READ: Need = { anyOf: ['read'] };
export const TO_SEARCH: Need = { anyOf: ['search'] };
export const TO_READ_ALL: Need = { anyOf: ['read'], ofAll: true };
export const TO_SEARCH_ALL: Need = { anyOf: ['search'], ofAll: true };
export const ANYTHING: Need = { anyOf: ['create', 'read', 'update', 'delete', 'search'] };

const LETTERS: Readonly<Record<FhirPermission, string>> = {
  create: 'c',
  read: 'r',
  update: 'u',
  delete: 'd',
  search: 's',
};

/** The refusal of what no grant of a token allows. */
export function forbidden(type: string, permission: FhirPermission): AppError {
  const scope = `${type}.${LETTERS[permission]}`;
  const ofNone = OF_MANY.has(type) || (OF_THE_CONTEXT.has(type) && permission !== 'read');
  const ofPatient = ofNone ? '' : `patient/${scope}, `;
  const problem = `This token does not allow it: the scope ${ofPatient}user/${scope} or system/${scope} is needed.`;
  return refuseFor('insufficient_scope', 'forbidden', problem);
}

/** The refusal of what needs a grant for all resources of a type. */
function forbiddenForSome(type: string, permission: FhirPermission): AppError {
  const scope = `${type}.${LETTERS[permission]}`;
  const problem = `This token does not allow it: the scope user/${scope} or system/${scope} without search parameters is needed.`;
  return refuseFor('insufficient_scope', 'forbidden', problem);
}

/** The refusal of a change of a resource that a token does not cover. */
export function forbiddenChange(type: string, permission: FhirPermission): AppError {
  const problem =
    `This token allows ${type}.${LETTERS[permission]} for other resources alone: of its patient and no other, ` +
    'and those that match the search parameters of its scopes, before and after the change.';
  return refuseFor('insufficient_scope', 'forbidden', problem);
}

/** @throws AppError `insufficient_scope` */
export function refuseWithoutGrant(
  rules: AccessRules | undefined,
  type: string,
  need: Need | undefined,
): void {
  if (rules === undefined || need === undefined) return;
  const { anyOf, ofAll } = need;
  const has = ofAll ? rules.allowsAll : rules.allows;
  if (anyOf.some((permission) => has(type, permission))) return;
  const [permission = 'read'] = anyOf;
  throw ofAll ? forbiddenForSome(type, permission) : forbidden(type, permission);
}

const PERMISSIONS = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;

export const permissionFor = ({ method }: Pick<ResourceRequest, 'method'>) => PERMISSIONS[method];

/**
 * Refuses a write of a type without a grant. What a condition finds and what a patch changes is
 * shown by the answer, so they need more than the write itself.
 *
 * @throws AppError `insufficient_scope`
 */
export function refuseWriteWithoutGrant(
  rules: AccessRules | undefined,
  request: ResourceRequest,
): void {
  const { type, method, criteria, ifNoneExist } = request;
  refuseWithoutGrant(rules, type, { anyOf: [permissionFor(request)] });
  if (method === 'PATCH') refuseWithoutGrant(rules, type, TO_READ);
  if (criteria !== undefined || ifNoneExist !== undefined) {
    refuseWithoutGrant(rules, type, TO_SEARCH);
  }
}
