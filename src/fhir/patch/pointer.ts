/** The steps of a JSON Pointer (RFC 6901); undefined for an invalid one. */
export function readPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The index that a step names in a list; the one after the last is valid too. */
export function placeIn(list: readonly unknown[], step: string): number | undefined {
  if (!/^(0|[1-9]\d{0,8})$/.test(step)) return undefined;
  const place = Number(step);
  return place <= list.length ? place : undefined;
}

/** The value at a step; undefined when there is nothing (JSON has no undefined). */
export function follow(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    const place = placeIn(value, step);
    return place === undefined ? undefined : value[place];
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}
