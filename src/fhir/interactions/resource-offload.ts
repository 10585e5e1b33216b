import type { ErrorCode } from '../../core/errors.js';
import type { IndexRows } from '../../store/fhir/rows.js';
import type { FhirIssue } from '../outcome.js';
import type { Operation } from '../patch/read.js';
import type { ExpectedIdentity } from '../validation/validator.js';

/** The settings that indexing depends on; the same in the main process and in workers. */
export interface IndexSettings {
  /** Of dates that name none. */
  readonly timeZone: string;
  /** Own base URLs. */
  readonly bases: readonly string[];
}

/** A resource for a worker to validate, as plain data. */
export interface ResourceToValidate {
  /** JSON that has been parsed before. */
  readonly text: string;
  readonly expected: ExpectedIdentity;
}

/** A resource for a worker to validate and index. */
export interface ResourceToCheck extends ResourceToValidate {
  /** Code of a refusal, by default derived from its issues. */
  readonly as?: ErrorCode;
  readonly terms: IndexSettings;
}

/** A resource for a worker to patch, validate and index. */
export interface ResourceToPatch extends ResourceToValidate {
  readonly patch: readonly Operation[];
  readonly terms: IndexSettings;
}

/** The result of checking a resource that may be stored. */
export interface ResourceFindings {
  readonly rows: IndexRows;
  /** Warnings and information. */
  readonly issues: readonly FhirIssue[];
  /** The id that it has. */
  readonly ownId?: string;
  /** The stored text, as `restOf` returns it. */
  readonly rest: string;
}

/**
 * Lets workers process large resources; each method returns undefined where the caller must do the
 * work synchronously.
 *
 * @throws AppError in its promises: the refusal of the resource, `overloaded`
 */
export interface ResourceOffload {
  /** Whether a resource of so many characters should be passed to a worker. */
  isLarge(characters: number): boolean;
  checkResource(request: ResourceToCheck): Promise<ResourceFindings> | undefined;
  patchResource(request: ResourceToPatch): Promise<ResourceFindings> | undefined;
  /** All issues of a resource, including errors. */
  validateResource(request: ResourceToValidate): Promise<readonly FhirIssue[]> | undefined;
}

/** Without workers: everything is done synchronously. */
export const NO_OFFLOAD: ResourceOffload = {
  isLarge: () => false,
  checkResource: () => undefined,
  patchResource: () => undefined,
  validateResource: () => undefined,
};
