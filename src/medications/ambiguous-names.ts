import type { Finding } from './finding.js';
import type { PossibleMeanings } from './names/read-request.js';
import type { TakenIngredient } from './taken-ingredient.js';

/** What an ambiguous name can be, each ingredient once; nothing where not all of it is known. */
export function supposedOf({ meanings, isComplete }: PossibleMeanings): readonly TakenIngredient[] {
  if (!isComplete) return [];
  const all = meanings.flat();
  return all
    .filter(({ ingredient }, at) => all.findIndex((one) => one.ingredient === ingredient) === at)
    .map((one) => ({ ...one, possible: true }));
}

/** Returns the findings with what each supposes of ambiguous names. */
export function explainSupposed(
  findings: readonly Finding[],
  taken: readonly TakenIngredient[],
): readonly Finding[] {
  const possible = taken.filter((one) => one.possible);
  if (possible.length === 0) return findings;
  const certain = new Set(taken.filter((one) => !one.possible).map(({ ingredient }) => ingredient));
  return findings.map((finding) => {
    const { drugs, items, because = [] } = finding;
    const supposed = possible.filter(
      ({ ingredient, item }) =>
        drugs.includes(ingredient) && items.includes(item) && !certain.has(ingredient),
    );
    // A dose is reported where it is wrong whatever the name means.
    if (supposed.length === 0 || finding.kind === 'dose') return finding;
    const reasons = supposed.map(({ item, ingredient }) => `${item} may be ${ingredient}`);
    return { ...finding, because: [...because, ...reasons] };
  });
}
