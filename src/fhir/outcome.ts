import { AppError, type ErrorCode, type Issue, MAX_ISSUES } from '../core/errors.js';

/** The codes of http://hl7.org/fhir/R4/valueset-issue-type.html that the appliance uses. */
export type IssueType =
  | 'structure'
  | 'required'
  | 'value'
  | 'invariant'
  | 'invalid'
  | 'code-invalid'
  | 'not-supported'
  | 'not-found'
  | 'deleted'
  | 'conflict'
  | 'multiple-matches'
  | 'duplicate'
  | 'too-long'
  | 'too-costly'
  | 'processing'
  | 'business-rule'
  | 'incomplete'
  | 'forbidden'
  | 'informational';

export interface FhirIssue {
  readonly severity: 'error' | 'warning' | 'information';
  readonly code: IssueType;
  /** For a person. Never quotes a value of the resource, which may be a patient's. */
  readonly diagnostics: string;
  /** FHIRPath of the element (`Patient.name[0].family`), or `http.if-match` for a header. */
  readonly expression?: string;
}

const asIssue = ({ severity, code, diagnostics, expression }: FhirIssue): Issue => ({
  field: expression ?? '',
  issue: diagnostics,
  type: code,
  severity,
});

/** Returns a refusal with the issues of a resource or a request, at most a hundred. */
export function refuse(code: ErrorCode, issues: readonly FhirIssue[]): AppError {
  const [first] = issues;
  const message = first?.diagnostics ?? 'The request cannot be carried out.';
  return new AppError(code, message, { issues: issues.slice(0, MAX_ISSUES).map(asIssue) });
}

/** Refuses for one reason. */
export function refuseFor(
  code: ErrorCode,
  type: IssueType,
  diagnostics: string,
  expression?: string,
): AppError {
  const place = expression === undefined ? {} : { expression };
  return refuse(code, [{ severity: 'error', code: type, diagnostics, ...place }]);
}
