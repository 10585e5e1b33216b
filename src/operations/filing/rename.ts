import { AppError } from '../../core/errors.js';

const ENTRY = /patient_data\.entry\.(\d+)\.resource/g;

/** Text with the paths of entries replaced by the names of the resources there. */
export const renamed = (text: string, names: readonly string[]): string =>
  text.replace(ENTRY, (path, number: string) => names[Number(number)] ?? path);

/**
 * An answer about data that were read from a file and not sent: its fields are named by the
 * resources that they came from. Anything that can be JSON.
 */
export function renameIn<T>(answer: T, names: readonly string[]): T {
  return names.length === 0 ? answer : JSON.parse(renamed(JSON.stringify(answer), names));
}

/** The same for what is thrown because of such data. */
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
