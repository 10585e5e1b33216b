import { z } from 'zod';
import { type Issue, invalidFields, MAX_ISSUES } from './errors.js';

/** `["vitals", "leads", 2]` → `vitals.leads.2`; the whole input is called `body`. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

function issuesOf(error: z.ZodError): Issue[] {
  const issues = error.issues.flatMap((issue) => {
    const at = (...path: PropertyKey[]) => fieldPath([...issue.path, ...path]);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: at(key), issue: 'is not known' }));
    }
    if (issue.code === 'invalid_key') {
      return [{ field: at(), issue: issue.issues[0]?.message ?? 'is not known' }];
    }
    // A field's own words are about a wrong value; a missing one has none.
    const missing = issue.input === undefined && issue.code !== 'custom';
    return [{ field: at(), issue: missing ? 'is required' : issue.message }];
  });
  return issues.slice(0, MAX_ISSUES);
}

/** Returns every fault of `value`, or the value with its defaults filled in. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.output<S> } | { ok: false; issues: Issue[] } {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, issues: issuesOf(parsed.error) };
}

/** Returns the value with its defaults, or throws a validation error that lists all faults. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = check(schema, value);
  if (result.ok) return result.value;
  throw invalidFields(result.issues);
}

/** Returns the JSON Schema 2020-12 (the dialect of OpenAPI 3.1) of what a client sends or receives. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** Any schema with its output type, so that other modules do not depend on the library. */
export type Schema = z.ZodType;
/** A schema with this output. */
export type SchemaOf<T> = z.ZodType<T>;
export type Output<S extends Schema> = z.output<S>;
