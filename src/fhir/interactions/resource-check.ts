import type { ErrorCode } from '../../core/errors.js';
import type { IndexRows } from '../../store/fhir/rows.js';
import type { FhirIssue } from '../outcome.js';
import type { Operation } from '../patch/read.js';
import type { ExpectedIdentity } from '../validation/validator.js';

/** By what a resource is indexed; the same here and elsewhere. */
export interface IndexTerms {
  /** Of dates that name none. */
  readonly timeZone: string;
  /** Own base URLs. */
  readonly bases: readonly string[];
}

/** A resource that is validated elsewhere, as plain data. */
export interface ResourceToValidate {
  /** JSON that has been parsed before. */
  readonly text: string;
  readonly expected: ExpectedIdentity;
}

/** A resource that is validated and indexed elsewhere. */
export interface ResourceToCheck extends ResourceToValidate {
  /** What a refusal is called, where it is not by its issues. */
  readonly as?: ErrorCode;
  readonly terms: IndexTerms;
}

/** A resource that is changed, validated and indexed elsewhere. */
export interface ResourceToPatch extends ResourceToValidate {
  readonly patch: readonly Operation[];
  readonly terms: IndexTerms;
}

/** What is found of a resource that may be stored. */
export interface ResourceFindings {
  readonly rows: IndexRows;
  /** Warnings and information. */
  readonly issues: readonly FhirIssue[];
  /** The id that it has. */
  readonly ownId?: string;
  /** What is kept of its text, as `restOf` gives it. */
  readonly rest: string;
}

/**
 * Does what takes long with large resources where it holds up nobody; each gives nothing where it is
 * to be done on the spot.
 *
 * @throws AppError in its promises: the refusal of the resource, `overloaded`
 */
export interface ResourceOffload {
  /** Whether a resource of so many characters is not to be worked on here. */
  isLarge(characters: number): boolean;
  checkResource(asked: ResourceToCheck): Promise<ResourceFindings> | undefined;
  patchResource(asked: ResourceToPatch): Promise<ResourceFindings> | undefined;
  /** All issues of a resource, errors too. */
  validateResource(asked: ResourceToValidate): Promise<readonly FhirIssue[]> | undefined;
}

/** Where everything is done on the spot. */
export const NOWHERE_ELSE: ResourceOffload = {
  isLarge: () => false,
  checkResource: () => undefined,
  patchResource: () => undefined,
  validateResource: () => undefined,
};
