/** A key that JSON allows but no object here may have: it would refer to the object's prototype. */
const FORBIDDEN = '__proto__';

/** Whether a text can contain the key, plainly or with letters escaped as `\u005f`. */
export function mayHoldForbiddenKey(bytes: Buffer): boolean {
  return bytes.includes(`"${FORBIDDEN}"`) || bytes.includes('\\u00');
}

/** Returns the path of the first forbidden key in a parsed body, or undefined. */
export function forbiddenKeyIn(body: unknown): string | undefined {
  const open: Array<{ readonly value: unknown; readonly path: string }> = [
    { value: body, path: '' },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const key of Object.keys(value)) {
      const inside = path === '' ? key : `${path}.${key}`;
      if (key === FORBIDDEN) return inside;
      open.push({ value: (value as Record<string, unknown>)[key], path: inside });
    }
  }
  return undefined;
}
