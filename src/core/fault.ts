import { AppError, type ErrorCode, type Issue } from './errors.js';

/** An error as plain data, for the transfer from one thread to another. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: string;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Converts anything thrown; details of an unexpected error go to the log only. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof AppError)) {
    const message = 'The request failed inside the appliance.';
    return { code: 'internal_error', message, issues: [], cause: wordsOf(error) };
  }
  const { code, message, issues, retryAfterSeconds, cause } = error;
  return {
    code,
    message,
    issues,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(cause !== undefined && { cause: wordsOf(cause) }),
  };
}

/** Restores the error on the other side. */
export function errorOf({ code, message, issues, retryAfterSeconds, cause }: Fault): AppError {
  return new AppError(code, message, {
    issues,
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
