/** A member of an object; undefined for other values. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** A string that is not blank. */
export function textOf(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function numberOf(value: unknown, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}
