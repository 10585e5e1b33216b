import type { FhirIssue } from '../outcome.js';

export interface ExpectedIdentity {
  /** The type that the request names. */
  readonly type?: string;
  /** The id that the request names. */
  readonly id?: string;
}

export interface Validator {
  /** All issues at once, at most a hundred; an error among them means that it may not be stored. */
  validate(resource: unknown, expected: ExpectedIdentity): readonly FhirIssue[];
}
