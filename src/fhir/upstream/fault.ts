import { AppError } from '../../core/errors.js';

export interface FaultOptions {
  readonly cause?: unknown;
  /** What the server has answered with. */
  readonly status?: number;
  /** How long it wants not to be asked. */
  readonly retryAfterSeconds?: number;
  /** The server is well and only this answer cannot be used. */
  readonly ofAnswer?: true;
}

/** Why the hospital's server could not be asked. Says nothing of what was asked. */
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

/** What a client is told: 503, and no more of the reason than helps. */
export function unavailable(fault: UpstreamFault): AppError {
  const told = fault.ofAnswer
    ? "The hospital's FHIR server has answered with something that cannot be taken over."
    : "This is not all here, and the hospital's FHIR server cannot be asked at present.";
  const type = fault.ofAnswer ? 'processing' : 'transient';
  return new AppError('overloaded', told, {
    issues: [{ field: '', issue: told, type, severity: 'error' }],
    cause: fault,
    retryAfterSeconds: fault.retryAfterSeconds ?? USUAL_RETRY_SECONDS,
  });
}
