import { AppError, type Issue } from '../core/errors.js';

/** A package that cannot be trusted, by the field of its manifest at fault. */
export function refuse(field: string, issue: string, cause?: unknown): AppError {
  return new AppError('model_unavailable', `The model package is not valid: ${field} ${issue}.`, {
    issues: [{ field, issue }],
    cause,
  });
}

export function refuseAll(issues: readonly Issue[]): AppError {
  const list = issues.map(({ field, issue }) => `${field} ${issue}`).join('; ');
  return new AppError('model_unavailable', `The model package is not valid: ${list}.`, { issues });
}

/** A code such as ENOENT, and never the path: the message may reach a client. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}
