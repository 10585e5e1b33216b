import type { AppError, ErrorCode, Issue } from './errors.js';

/** The FHIR issue type of an error that does not name one itself. */
const TYPE: Readonly<Record<ErrorCode, string>> = {
  validation_error: 'invalid',
  invalid_json: 'structure',
  unsupported_media_type: 'not-supported',
  unsupported_encoding: 'not-supported',
  invalid_api_key: 'login',
  invalid_token: 'login',
  invalid_client: 'login',
  no_session: 'login',
  invalid_credentials: 'login',
  second_factor_required: 'login',
  cross_site_request: 'forbidden',
  insufficient_scope: 'forbidden',
  not_found: 'not-found',
  method_not_allowed: 'not-supported',
  not_acceptable: 'not-supported',
  conflict: 'conflict',
  idempotency_mismatch: 'duplicate',
  gone: 'deleted',
  precondition_failed: 'conflict',
  payload_too_large: 'too-long',
  unprocessable: 'processing',
  rate_limited: 'throttled',
  internal_error: 'exception',
  overloaded: 'transient',
  model_unavailable: 'transient',
  shutting_down: 'transient',
  client_closed_request: 'incomplete',
  request_timeout: 'timeout',
  headers_too_large: 'too-long',
};

export interface OperationOutcome {
  readonly resourceType: 'OperationOutcome';
  readonly issue: readonly OutcomeIssue[];
}

export interface OutcomeIssue {
  readonly severity: 'error' | 'warning' | 'information';
  readonly code: string;
  readonly diagnostics: string;
  readonly expression?: readonly string[];
}

function outcomeIssue({ field, issue, type, severity }: Issue, fallback: string): OutcomeIssue {
  return {
    severity: severity ?? 'error',
    code: type ?? fallback,
    diagnostics: issue,
    ...(field !== '' && { expression: [field] }),
  };
}

/** The FHIR resource that reports errors and notices. */
export function operationOutcome(issues: readonly OutcomeIssue[]): OperationOutcome {
  return { resourceType: 'OperationOutcome', issue: issues };
}

/**
 * Returns an error as an OperationOutcome. Where the error comes from code outside of FHIR, only
 * the message is used, as its fields are not FHIRPath expressions.
 */
export function outcomeOfError({ code, message, issues }: AppError): OperationOutcome {
  const fallback = TYPE[code];
  if (issues.some(({ type }) => type !== undefined)) {
    return operationOutcome(issues.map((one) => outcomeIssue(one, fallback)));
  }
  return operationOutcome([{ severity: 'error', code: fallback, diagnostics: message }]);
}
