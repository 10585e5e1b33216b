import { AppError } from '../../core/errors.js';

export interface FaultOptions {
  readonly cause?: unknown;
  /** The HTTP status of the server's response. */
  readonly status?: number;
  /** The server's `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The server works and only this response is unusable. */
  readonly ofAnswer?: true;
}

/** Why a request to the hospital's server failed. Contains no data of the request. */
export class UpstreamFault extends Error {
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly ofAnswer: boolean;

  constructor(message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'UpstreamFault';
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.ofAnswer = options.ofAnswer ?? false;
  }
}

const USUAL_RETRY_SECONDS = 10;

/** The error for the client: 503 with a reason. */
export function unavailable(fault: UpstreamFault): AppError {
  const message = fault.ofAnswer
    ? "The hospital's FHIR server returned a response that cannot be imported."
    : "The data here are incomplete, and the hospital's FHIR server is currently unreachable.";
  const type = fault.ofAnswer ? 'processing' : 'transient';
  return new AppError('overloaded', message, {
    issues: [{ field: '', issue: message, type, severity: 'error' }],
    cause: fault,
    retryAfterSeconds: fault.retryAfterSeconds ?? USUAL_RETRY_SECONDS,
  });
}
