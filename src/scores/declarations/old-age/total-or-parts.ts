import type { QuantityInput, Values } from '../../input.js';

/** Parts of a test that are needed unless its total is given. */
export function optionalParts<const P extends Readonly<Record<string, QuantityInput>>>(
  parts: P,
): { readonly [K in keyof P]: QuantityInput & { readonly optional: true } } {
  const entries = Object.entries(parts).map(([key, part]) => [key, { ...part, optional: true }]);
  return Object.fromEntries(entries) as never;
}

/** Whether a total cannot come from the parts that are known, whatever the others are. */
export function contradictsParts(
  total: number | undefined,
  parts: Readonly<Record<string, QuantityInput>>,
  values: Values,
): boolean {
  if (total === undefined) return false;
  const ends = (end: 'min' | 'max') =>
    Object.entries(parts).reduce((sum, [key, part]) => sum + Number(values[key] ?? part[end]), 0);
  return total < ends('min') || total > ends('max');
}

/** Points of the parts that are known. */
export function pointsOfParts(
  parts: Readonly<Record<string, QuantityInput>>,
  values: Values,
): Record<string, number> {
  return Object.fromEntries(Object.keys(parts).map((key) => [key, Number(values[key] ?? 0)]));
}
