/** One point for each yes among the named inputs, by input: the points of most decision rules. */
export function onePointEach<K extends string>(
  values: Readonly<Record<K, boolean>>,
  names: readonly K[],
): Record<K, number> {
  return Object.fromEntries(names.map((name) => [name, values[name] ? 1 : 0])) as Record<K, number>;
}
