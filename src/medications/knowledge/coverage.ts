import type { Classes } from './classes.js';
import type { Tables } from './tables.js';

/**
 * Returns the ingredients covered by interaction knowledge: a rule names them, alone or in a class,
 * or their enzymes and transporters are on file, even if there are none. For any other drug the
 * absence of an alert means nothing.
 */
export function coveredIngredients(
  { pairs, counts, compatible, metabolism }: Tables,
  classes: Classes,
): ReadonlySet<string> {
  const selectors = new Set([
    ...[...pairs, ...compatible].flatMap(({ a, b }) => [...a, ...b]),
    ...counts.flatMap(({ count }) => count.flatMap(({ of }) => of)),
  ]);
  const covered = new Set(Object.keys(metabolism));
  for (const selector of selectors) {
    for (const ingredient of classes.membersOf(selector)) covered.add(ingredient);
  }
  return covered;
}
