/** A key that JSON can carry and that no object of ours may: it would name the object's own maker. */
const FORBIDDEN = '__proto__';

/** Whether a text can hold the key, plainly or with letters written as `\u005f`. */
export function mayHoldForbiddenKey(bytes: Buffer): boolean {
  return bytes.includes(`"${FORBIDDEN}"`) || bytes.includes('\\u00');
}

/** The path of the first forbidden key in a parsed body, or nothing. */
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
