import type { FhirIssue, IssueType } from '../outcome.js';

/** Codes of faults of the form rather than the content. */
const OF_FORM: ReadonlySet<IssueType> = new Set<IssueType>([
  'structure',
  'required',
  'value',
  'invalid',
  'too-long',
  'too-costly',
]);

/**
 * The refusal of a resource with these issues: 400 for an invalid form, 422 for a broken rule
 * (http://hl7.org/fhir/R4/http.html#create).
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
