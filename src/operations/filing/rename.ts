import { AppError } from '../../core/errors.js';

const ENTRY = /patient_data\.entry\.(\d+)\.resource/g;

/** Text with the paths of entries replaced by the names of the resources there. */
export const renamed = (text: string, names: readonly string[]): string =>
  text.replace(ENTRY, (path, number: string) => names[Number(number)] ?? path);

/**
 * Renames the fields of an answer about data that were read from a record and not sent: they are named
 * after the resources that they came from. Takes any JSON value.
 */
export function renameIn<T>(answer: T, names: readonly string[]): T {
  return names.length === 0 ? answer : JSON.parse(renamed(JSON.stringify(answer), names));
}

/** The same for an error thrown because of such data. */
export function renamedError(thrown: unknown, names: readonly string[]): unknown {
  if (!(thrown instanceof AppError) || thrown.issues.length === 0) return thrown;
  const { code, message, issues, retryAfterSeconds } = thrown;
  return new AppError(code, renamed(message, names), {
    issues: issues.map((one) => ({
      ...one,
      field: renamed(one.field, names),
      issue: renamed(one.issue, names),
    })),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: thrown,
  });
}
