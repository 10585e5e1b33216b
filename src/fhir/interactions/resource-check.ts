import type { ErrorCode } from '../../core/errors.js';
import type { IndexRows } from '../../storage/fhir/rows.js';
import type { FhirIssue } from '../outcome.js';
import type { Expected } from '../validation/validator.js';

/** By what a resource is indexed; the same here and elsewhere. */
export interface IndexTerms {
  /** Of dates that name none. */
  readonly timeZone: string;
  /** Own base URLs. */
  readonly bases: readonly string[];
}

/** A resource that is validated and indexed elsewhere, as plain data. */
export interface ResourceToCheck {
  /** JSON that has been parsed before. */
  readonly text: string;
  readonly expected: Expected;
  /** What a refusal is called, where it is not by its issues. */
  readonly as?: ErrorCode;
  readonly terms: IndexTerms;
}

/** What is found of a resource that may be stored. */
export interface ResourceFindings {
  readonly rows: IndexRows;
  /** Warnings and information. */
  readonly issues: readonly FhirIssue[];
}

/**
 * Has a resource validated and indexed where it holds up nobody; nothing where there is no such place.
 *
 * @throws AppError in its promise: the refusal of the resource, `overloaded`
 */
export type CheckElsewhere = (asked: ResourceToCheck) => Promise<ResourceFindings> | undefined;
