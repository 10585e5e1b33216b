import { isoTime } from '../core/clock.js';
import { AppError, type ErrorCode } from '../core/errors.js';
import type { Principal } from './auth/principal.js';
import type { AppContext } from './environment.js';
import { answerHeader } from './reply.js';

/** The one place where a code becomes a status. */
const STATUS = {
  validation_error: 400,
  invalid_json: 400,
  unsupported_media_type: 400,
  invalid_api_key: 401,
  invalid_token: 401,
  invalid_client: 401,
  no_session: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  insufficient_scope: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  idempotency_mismatch: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_encoding: 415,
  unprocessable: 422,
  rate_limited: 429,
  headers_too_large: 431,
  client_closed_request: 499,
  internal_error: 500,
  overloaded: 503,
  model_unavailable: 503,
  shutting_down: 503,
} as const satisfies Record<ErrorCode, number>;

/** `Retry-After` where waiting helps and no time is known. */
export const DEFAULT_RETRY_SECONDS = 5;

/** The part of an error that a client may see: an unforeseen error shows nothing. */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError && error.code !== 'internal_error') return error;
  return new AppError('internal_error', 'The request failed inside the appliance.', {
    cause: error,
  });
}

export function statusOf(error: AppError): (typeof STATUS)[ErrorCode] {
  return STATUS[error.code];
}

function detailsOf({ issues }: AppError): Record<string, unknown> {
  const [first] = issues;
  return first === undefined ? {} : { field: first.field, issue: first.issue, issues };
}

/** What a caller is told to show (RFC 6750, 3); tokens are refused with one of its codes. */
function challengeFor(c: AppContext, status: number, code: ErrorCode): string | undefined {
  const realm = 'Bearer realm="wardbox"';
  if (status === 401) return code === 'invalid_token' ? `${realm}, error="invalid_token"` : realm;
  const principal = c.get('principal') as Principal | undefined;
  const lacksScope = code === 'insufficient_scope' && principal?.type === 'client';
  return lacksScope ? `${realm}, error="insufficient_scope"` : undefined;
}

/** Headers of an answer with this status, whatever its body; a server error is kept for the log. */
export function announceProblem(c: AppContext, status: number, thrown: unknown): void {
  if (status >= 500) c.set('failure', thrown);
  const { code, retryAfterSeconds } = publicError(thrown);
  const challenge = challengeFor(c, status, code);
  if (challenge !== undefined) answerHeader(c, 'WWW-Authenticate', challenge);
  // RFC 9110 §15.5.16: the accepted types.
  if (code === 'unsupported_encoding') answerHeader(c, 'Accept-Encoding', 'identity');
  const wait = status === 503 ? (retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) : retryAfterSeconds;
  if (wait !== undefined) answerHeader(c, 'Retry-After', String(wait));
  // The body of a refused request may still be on its way: nothing more is read from this socket.
  if (status === 413) answerHeader(c, 'Connection', 'close');
}

/** The error in the envelope of the API. */
export function problemBody(thrown: unknown, requestId: string, now: number) {
  const error = publicError(thrown);
  const { code, message } = error;
  const details = detailsOf(error);
  return { code, message, details, request_id: requestId, timestamp: isoTime(now) };
}
