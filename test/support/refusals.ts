import { AppError } from '../../src/core/errors.js';

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw new Error('expected an AppError', { cause: error });
}

/** The AppError that `work` throws; fails the test when it throws none or another error. */
export function thrownBy(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    return asAppError(error);
  }
  throw new Error('expected an error, but there was none');
}

/** The AppError that a promise ends with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (error) {
    return asAppError(error);
  }
  throw new Error('expected a rejection, but there was none');
}
