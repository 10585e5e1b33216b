import type { Classes } from './classes.js';
import type { Tables } from './tables.js';

/**
 * Ingredients of which something is known beside other drugs: a rule names them, alone or in a class,
 * or their enzymes and transporters are on file, be it that there are none. Of any other drug the
 * absence of an alert says nothing.
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
