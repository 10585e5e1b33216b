import type { Query } from '../../calls/exchange.js';
import type { StoreQuery } from '../../store/fhir/filter.js';
import type { CompiledPath, Definitions } from '../definitions/definition.js';
import type { FhirIssue } from '../outcome.js';

/** A parsed search. */
export interface Search {
  readonly type: string;
  readonly query: StoreQuery;
  readonly include: readonly Include[];
  readonly summary: 'true' | 'text' | 'data' | 'count' | 'false';
  readonly elements: readonly string[];
  /** The parameters that were used, for the `self` link. */
  readonly used: Query;
  /** Type and names of parameters: `Observation?patient,code`, for the audit record. */
  readonly names: string;
  /** `Patient/123` where it is bound to one patient by id. */
  readonly patient?: string;
  /** Parameters that were left out; under `Prefer: handling=strict` they are refused instead. */
  readonly warnings: readonly FhirIssue[];
}

export interface Include {
  readonly reverse: boolean;
  /** The type that holds the reference. */
  readonly from: string;
  /** `Observation?subject` */
  readonly parameter: string;
  /** Only resources of this type are added. */
  readonly target?: string;
  /** For references by canonical URL. */
  readonly canonical?: Canonical;
  readonly iterate: boolean;
}

/** References by canonical URL: a response to its questionnaire. */
export interface Canonical {
  /** The paths of the canonical URLs. */
  readonly paths: readonly CompiledPath[];
  /** Possible targets: types whose resources have a URL of their own. */
  readonly types: readonly string[];
}

export interface SearchLimits {
  readonly parameters: number;
  /** Maximum alternatives of one parameter. */
  readonly values: number;
  /** Values of a whole search, of all its parameters together. */
  readonly conditions: number;
  readonly chain: number;
  readonly count: number;
}

export interface SearchParts {
  readonly definitions: Definitions;
  /** Milliseconds since 1970, for `ap`. */
  readonly now: number;
  /** References to this base are local ones. */
  readonly base: string;
  readonly timeZone: string;
  readonly limits: SearchLimits;
  readonly strict: boolean;
}
