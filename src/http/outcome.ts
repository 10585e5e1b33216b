import type { ErrorCode } from '../core/errors.js';
import { type OperationOutcome, outcomeOfError } from '../core/operation-outcome.js';
import type { Codec } from './codec.js';
import { DEFAULT_RETRY_SECONDS, publicError, statusOf } from './problem.js';

/** An error, as FHIR answers it. */
export interface FhirFault {
  readonly status: number;
  readonly code: ErrorCode;
  readonly outcome: OperationOutcome;
  readonly retryAfterSeconds?: number;
}

/** FHIR clients expect the HTTP status for an unsupported content type. */
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

/** The codec of FHIR: errors are OperationOutcomes. */
export const fhirCodec: Codec = {
  contentType: 'application/fhir+json; charset=utf-8',
  fault: fhirFault,
  faultText: (thrown) => JSON.stringify(outcomeOfError(publicError(thrown))),
};
