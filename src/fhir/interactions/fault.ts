import type { ErrorCode } from '../../core/errors.js';
import type { OperationOutcome } from '../../core/operation-outcome.js';

/** An error, as FHIR answers it. */
export interface Fault {
  readonly status: number;
  readonly code: ErrorCode;
  readonly outcome: OperationOutcome;
  readonly retryAfterSeconds?: number;
}
