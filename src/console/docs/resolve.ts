/** What `$ref` names within the document; undefined where it leads nowhere. */
function target(document: object, reference: string): unknown {
  const steps = reference
    .replace(/^#\//, '')
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return at(document, steps);
}

function at(document: object, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/**
 * A part of a document with what its references name in their place. A reference within what it names
 * itself stays as it is, and so does one to another document: ours has none.
 */
export function resolveReferences(document: object, path: readonly string[]): unknown {
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolve(one, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#/')) {
      const named = within.includes($ref) ? undefined : target(document, $ref);
      if (named === undefined) return value;
      const resolved = resolve(named, [...within, $ref]);
      return { ...(resolved as object), ...(resolve(rest, within) as object) };
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, resolve(one, within)]),
    );
  };
  return resolve(at(document, path), []);
}
