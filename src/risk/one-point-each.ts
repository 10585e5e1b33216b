/**
 * One point for each yes among the named inputs, by input: the points of most decision rules and
 * checklists.
 *
 * @param names which of the values count; every one of them where none are named
 */
export function onePointEach<K extends string>(
  values: Readonly<Record<K, boolean>>,
  names: readonly K[] = Object.keys(values) as K[],
): Record<K, number> {
  return Object.fromEntries(names.map((name) => [name, values[name] ? 1 : 0])) as Record<K, number>;
}
