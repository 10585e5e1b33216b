import type { Issue } from '../../core/errors.js';
import type { Interactions } from '../interactions/interactions.js';
import { heaviest, weightOf } from '../severity.js';
import type { Taken } from '../taken.js';
import type { GoldenTable } from './schema.js';

const NOBODY = { chart: new Map(), conditions: new Set<string>() };

const takenAs = (ingredient: string, at: number): Taken => ({
  ingredient,
  item: `medications.${at}`,
  proposed: false,
  systemic: true,
  together: [],
});

/**
 * Holds a package against what its authors say that it must say: tables that this code reads
 * otherwise than they were meant are not used.
 *
 * @returns a fault for every case that comes out otherwise
 */
export function goldenFaults(cases: GoldenTable, interactions: Interactions): Issue[] {
  return cases.flatMap(({ id, drugs, least, most }) => {
    const { findings } = interactions.check(drugs.map(takenAs), NOBODY);
    const found = heaviest(findings.map(({ severity }) => severity));
    const weight = found === undefined ? 0 : weightOf(found);
    const tooLight = least !== undefined && weight < weightOf(least);
    const tooHeavy = most !== undefined && weight > (most === null ? 0 : weightOf(most));
    if (!tooLight && !tooHeavy) return [];
    const wanted = tooLight ? `at least ${least}` : `at most ${most ?? 'nothing'}`;
    return [{ field: `golden.${id}`, issue: `is ${found ?? 'nothing'} and not ${wanted}` }];
  });
}
