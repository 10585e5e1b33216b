import type { ErrorCode } from '../core/errors.js';
import { type OperationOutcome, outcomeOfError } from '../core/operation-outcome.js';
import type { AppContext } from './environment.js';
import { announceProblem, DEFAULT_RETRY_SECONDS, publicError, statusOf } from './problem.js';
import { reply } from './reply.js';

export const FHIR_JSON = 'application/fhir+json; charset=utf-8';

/** Something that was thrown, as FHIR answers it. */
export interface FhirFault {
  readonly status: number;
  readonly code: ErrorCode;
  readonly outcome: OperationOutcome;
  readonly retryAfterSeconds?: number;
}

/** Clients of FHIR expect the status that HTTP has for a content type that is not taken. */
export function fhirFault(thrown: unknown): FhirFault {
  const error = publicError(thrown);
  const { code } = error;
  const status = code === 'unsupported_media_type' ? 415 : statusOf(error);
  const { retryAfterSeconds = DEFAULT_RETRY_SECONDS } = error;
  return {
    status,
    code,
    outcome: outcomeOfError(error),
    ...(status === 503 && { retryAfterSeconds }),
  };
}

/** What everything below `/fhir` answers instead of the error envelope. */
export function outcomeResponse(c: AppContext, thrown: unknown): Response {
  const { status, outcome } = fhirFault(thrown);
  announceProblem(c, status, thrown);
  return reply(c, status, JSON.stringify(outcome), FHIR_JSON);
}
