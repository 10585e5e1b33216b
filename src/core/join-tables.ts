import type { Issue } from './errors.js';
import { check, type Output, type Schema } from './schema.js';

/** The contents of one file of a table, with its package and file name. */
export interface TablePart {
  readonly from: string;
  readonly content: unknown;
  /** Whether it was validated when its package was built, and its hash is unchanged since. */
  readonly checked?: boolean;
}

function united(parts: readonly TablePart[], issues: Issue[]): unknown {
  const whole: Record<string, unknown> = {};
  for (const { from, content } of parts) {
    for (const [key, value] of Object.entries(content as object)) {
      if (Object.hasOwn(whole, key)) issues.push({ field: `${from}: ${key}`, issue: 'is doubled' });
      else whole[key] = value;
    }
  }
  return whole;
}

function checkIds(parts: readonly TablePart[], issues: Issue[]): void {
  const seen = new Set<string>();
  for (const { from, content } of parts) {
    for (const { id } of content as { id?: unknown }[]) {
      if (typeof id !== 'string') continue;
      if (seen.has(id)) issues.push({ field: `${from}: ${id}`, issue: 'is doubled' });
      seen.add(id);
    }
  }
}

/**
 * Joins one table of several files, each validated against the schema unless that was done before:
 * arrays are concatenated, records merged. Faults go to `issues`, by file and place, and the result
 * is then undefined.
 */
export function joinTable<S extends Schema>(
  schema: S,
  parts: readonly TablePart[],
  issues: Issue[],
): Output<S> | undefined {
  const before = issues.length;
  const checked = parts.flatMap((part) => {
    const { from, content } = part;
    if (part.checked) return [part];
    const result = check(schema, content);
    if (result.ok) return [{ from, content: result.value as unknown }];
    issues.push(
      ...result.issues.map(({ field, issue }) => ({ field: `${from}: ${field}`, issue })),
    );
    return [];
  });
  if (issues.length > before) return undefined;
  const [only] = checked;
  if (checked.length === 1 && only?.checked) return only.content as Output<S>;
  if (checked.every(({ content }) => Array.isArray(content))) {
    checkIds(checked, issues);
    return checked.flatMap(({ content }) => content as unknown[]) as Output<S>;
  }
  return united(checked, issues) as Output<S>;
}
