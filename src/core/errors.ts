/** Every kind of refusal and failure. `http/problem.ts` maps each to a status. */
export type ErrorCode =
  | 'validation_error'
  | 'invalid_json'
  | 'unsupported_media_type'
  | 'unsupported_encoding'
  | 'invalid_api_key'
  | 'invalid_token'
  | 'invalid_client'
  | 'no_session'
  | 'invalid_credentials'
  | 'second_factor_required'
  | 'cross_site_request'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'gone'
  | 'precondition_failed'
  | 'unprocessable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'internal_error'
  | 'overloaded'
  | 'model_unavailable'
  | 'shutting_down'
  | 'client_closed_request'
  | 'request_timeout'
  | 'headers_too_large';

/** One fault of an input: the path of the offending field and what is wrong with it. */
export interface Issue {
  field: string;
  issue: string;
  /** For FHIR: the kind of issue (`IssueType`) and its severity; an error unless given. */
  type?: string;
  severity?: 'error' | 'warning' | 'information';
}

export interface AppErrorOptions {
  /** The first entry becomes `details.field` and `details.issue`. */
  issues?: readonly Issue[];
  /** How long a client should wait before it tries again. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * The only error type with a defined meaning across modules. Its message is shown to clients, so it
 * never holds internals or patient data; those belong in `cause`, which only the log may show.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = options.issues ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** An upper limit of the issues reported, so that an answer cannot become larger than its request. */
export const MAX_ISSUES = 100;

/** A validation error about at least one field; its message is about the first. */
export function invalidFields(issues: readonly Issue[]): AppError {
  const [first] = issues;
  const message = `Invalid value for ${first?.field}: ${first?.issue}.`;
  return new AppError('validation_error', message, { issues: issues.slice(0, MAX_ISSUES) });
}

/** A validation error about a single field. */
export function invalidField(field: string, issue: string): AppError {
  return invalidFields([{ field, issue }]);
}

/** The message of anything that was thrown, for logs and administrators. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
