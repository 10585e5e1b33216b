import { ApiError, type Issue } from '../../api/errors.js';

/** What is wrong with a field of the request, by the field. */
export type Issues = ReadonlyMap<string, string>;

/** The refusals of a request by the field that each names. */
export function issuesOf(error: unknown): Issues {
  if (!(error instanceof ApiError)) return new Map();
  const { issues, field, message } = error;
  const all: readonly Issue[] =
    issues.length > 0 ? issues : field === undefined ? [] : [{ field, issue: message }];
  return new Map(all.map(({ field: name, issue }) => [name, issue]));
}

/** The issue at a field, or at a part of it: `vitals.pulse.value` counts for `vitals.pulse`. */
export function issueAt(issues: Issues, field: string): string | undefined {
  const exact = issues.get(field);
  if (exact !== undefined) return exact;
  return [...issues].find(([name]) => name.startsWith(`${field}.`))?.[1];
}

/** Whether every issue belongs to one of these fields: then each is shown there, and nowhere else. */
export function areAllAt(issues: Issues, fields: readonly string[]): boolean {
  if (issues.size === 0) return false;
  return [...issues.keys()].every((name) =>
    fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
}
