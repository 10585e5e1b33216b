import type { Query } from './query.js';

export type FhirPermission = 'create' | 'read' | 'update' | 'delete' | 'search';

/**
 * One scope of SMART App Launch 2 (`patient/Observation.rs?category=laboratory`): what may be done with which
 * resources.
 */
export interface FhirGrant {
  /** `*` for every type. */
  readonly type: string;
  readonly may: ReadonlySet<FhirPermission>;
  /** A resource must match all of these search parameters; none where any resource of the type will do. */
  readonly criteria: Query;
  /** The id of the only patient whose compartment it concerns; absent where it concerns all patients. */
  readonly patient?: string;
}

/** What a caller with a token may do with resources: all that at least one grant allows. */
export type FhirAccess = readonly FhirGrant[];
