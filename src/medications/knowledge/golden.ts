import type { Issue } from '../../core/errors.js';
import type { Finding } from '../finding.js';
import type { Interactions } from '../interactions/interactions.js';
import { heaviest, weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import type { GoldenTable } from './schema.js';

const NOBODY = { chart: new Map(), conditions: new Set<string>() };

const takenAs = (ingredient: string, at: number): TakenIngredient => ({
  ingredient,
  item: `medications.${at}`,
  proposed: false,
  systemic: true,
  together: [],
});

/** The findings on a list of ingredients taken by a patient of whom nothing else is known. */
export const findingsOf = (
  drugs: readonly string[],
  interactions: Interactions,
): readonly Finding[] => interactions.check(drugs.map(takenAs), NOBODY).findings;

/**
 * Checks a package against its golden cases: tables that this code interprets differently from
 * their authors are not used.
 *
 * @returns a fault for every case with another result
 */
export function goldenFaults(cases: GoldenTable, interactions: Interactions): Issue[] {
  return cases.flatMap(({ id, drugs, least, most }) => {
    const found = heaviest(findingsOf(drugs, interactions).map(({ severity }) => severity));
    const weight = found === undefined ? 0 : weightOf(found);
    const tooLight = least !== undefined && weight < weightOf(least);
    const tooHeavy = most !== undefined && weight > (most === null ? 0 : weightOf(most));
    if (!tooLight && !tooHeavy) return [];
    const wanted = tooLight ? `at least ${least}` : `at most ${most ?? 'nothing'}`;
    return [{ field: `golden.${id}`, issue: `is ${found ?? 'nothing'} and not ${wanted}` }];
  });
}
