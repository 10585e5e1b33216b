/**
 * Returns one point for each true value of the named inputs, by input: the points of most decision
 * rules and checklists.
 *
 * @param names the values that count; all of them if none are named
 */
export function onePointEach<K extends string>(
  values: Readonly<Record<K, boolean>>,
  names: readonly K[] = Object.keys(values) as K[],
): Record<K, number> {
  return Object.fromEntries(names.map((name) => [name, values[name] ? 1 : 0])) as Record<K, number>;
}
