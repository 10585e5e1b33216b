import type { FhirIssue, IssueType } from '../outcome.js';

/** Codes for faults of the form of what was sent rather than of its content. */
const OF_FORM: ReadonlySet<IssueType> = new Set<IssueType>([
  'structure',
  'required',
  'value',
  'invalid',
  'too-long',
  'too-costly',
]);

/**
 * How a resource with these issues is refused: 400 where it is no such resource, 422 where it is
 * one that breaks a rule (http://hl7.org/fhir/R4/http.html#create).
 *
 * @returns nothing where no issue is an error: it may be stored
 */
export function refusalOf(
  issues: readonly FhirIssue[],
): 'validation_error' | 'unprocessable' | undefined {
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  return errors.some(({ code }) => OF_FORM.has(code)) ? 'validation_error' : 'unprocessable';
}
