import type { FhirGrant, FhirPermission } from '../../calls/fhir-access.js';
import { AppError } from '../../core/errors.js';
import type { Filter } from '../../store/fhir/filter.js';
import type { Definitions } from '../definitions/definition.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { parseCriteria } from '../search/parse.js';
import { EVERYTHING, OF_THE_CONTEXT, readableFor, writableFor } from './compartment.js';

/** What the search parameters of a grant are read with. */
export interface GrantTerms {
  readonly definitions: Definitions;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly base: string;
}

/** A grant, for one type and one permission. */
export interface Condition {
  readonly filter: Filter;
  /** The only patient whom it concerns. */
  readonly patient?: string;
  /** A resource must match search parameters. */
  readonly hasCriteria: boolean;
}

const WRITES: ReadonlySet<FhirPermission> = new Set(['create', 'update', 'delete']);

/** Whether only the resource itself decides. */
export function isOfResource(filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.every(isOfResource);
    case 'not':
    case 'same-element':
      return isOfResource(filter.of);
    case 'chain':
    case 'has':
      return false;
    default:
      return true;
  }
}

/** @returns undefined for criteria that cannot be applied to resources of the type */
function criteriaFilter({ criteria }: FhirGrant, type: string, terms: GrantTerms) {
  if (criteria.length === 0) return EVERYTHING;
  try {
    const parts = { ...terms, limits: SEARCH_LIMITS, strict: true };
    const filter = parseCriteria(type, criteria, parts);
    return isOfResource(filter) ? filter : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function patientFilter(
  patient: string | undefined,
  type: string,
  permission: FhirPermission,
  { definitions }: GrantTerms,
): Filter | undefined {
  if (patient === undefined) return EVERYTHING;
  if (OF_THE_CONTEXT.has(type) && permission !== 'read') return undefined;
  const filterFor = WRITES.has(permission) ? writableFor : readableFor;
  return filterFor(patient, type, definitions);
}

/**
 * The condition under which a grant allows something for resources of a type.
 *
 * @returns undefined where it never does; so does a grant with criteria that cannot be applied
 */
export function conditionOf(
  grant: FhirGrant,
  type: string,
  permission: FhirPermission,
  terms: GrantTerms,
): Condition | undefined {
  const { patient, criteria, may } = grant;
  if ((grant.type !== '*' && grant.type !== type) || !may.has(permission)) return undefined;
  // What it is protected like is looked at where it is read, and not where it is searched.
  const isSearched = permission === 'search' && criteria.length > 0;
  if (isSearched && OF_THE_CONTEXT.has(type)) return undefined;
  const ofPatient = patientFilter(patient, type, permission, terms);
  const matching = criteriaFilter(grant, type, terms);
  if (ofPatient === undefined || matching === undefined) return undefined;
  return {
    filter: { kind: 'all', of: [ofPatient, matching] },
    hasCriteria: criteria.length > 0,
    ...(patient !== undefined && { patient }),
  };
}
