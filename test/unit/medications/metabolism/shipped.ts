import type { PairRule } from '../../../../src/medications/interactions/schema.js';
import { Metabolism } from '../../../../src/medications/metabolism/metabolism.js';
import { type Severity, weightOf } from '../../../../src/medications/severity.js';
import { taken } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';

/** Those that have a role; of the others it is written down that they have none. */
export const table = tableOf('metabolism', (file) => file === 'metabolism/roles.json');
export const rules = tableOf('metabolism_rules');
export const classes = shippedClasses();
export const ownPairs = tableOf('pairs', (file) => file === 'pairs/metabolism.json');
const compatible = tableOf('compatible', (file) => file === 'compatible/metabolism.json');
/** The pair rules of enzymes and transporters that are written by name elsewhere. */
export const otherPairs = tableOf(
  'pairs',
  (file) => file !== 'pairs/effects.json' && file !== 'pairs/metabolism.json',
);

export const metabolism = new Metabolism(table, rules);

const key = (a: string, b: string) => [a, b].sort().join('|');

const membersOf = (selectors: readonly string[] = []) =>
  selectors.flatMap((selector) => [...classes.membersOf(selector)]);

/** Pairs of ingredients that a rule speaks of. */
export function pairsOf(rule: Pick<PairRule, 'a' | 'b' | 'not' | 'not_a' | 'not_b'>): string[] {
  const not = new Set((rule.not ?? []).map(([a, b]) => key(a, b)));
  const b = membersOf(rule.b).filter((one) => !membersOf(rule.not_b).includes(one));
  return membersOf(rule.a)
    .filter((one) => !membersOf(rule.not_a).includes(one))
    .flatMap((one) => b.filter((other) => other !== one).map((other) => key(one, other)))
    .filter((pair) => !not.has(pair));
}

function index(pairRules: readonly PairRule[]): Map<string, PairRule[]> {
  const found = new Map<string, PairRule[]>();
  for (const rule of pairRules) {
    for (const pair of new Set(pairsOf(rule))) found.set(pair, [...(found.get(pair) ?? []), rule]);
  }
  return found;
}

const silent = new Map(
  compatible.flatMap((entry) => pairsOf(entry).map((pair) => [pair, entry.highest] as const)),
);

/** Weight of what is said of two drugs by mouth: 0 for nothing, 4 for contraindicated. */
export function asker(pairRules: readonly PairRule[]): (a: string, b: string) => number {
  const known = index(pairRules);
  return (a, b) => {
    const cap = silent.get(key(a, b));
    if (cap === null) return 0;
    const found = known.get(key(a, b)) ?? [];
    const settled = found.some(({ settles }) => settles !== undefined);
    const verdict = settled ? undefined : metabolism.verdict(taken(a), taken(b));
    const said: Severity[] = [...found, ...(verdict ? [verdict] : [])].map((one) => one.severity);
    const most = cap === undefined ? 4 : weightOf(cap);
    return Math.min(most, Math.max(0, ...said.map(weightOf)));
  };
}
