import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compatibleTable,
  type PairRule,
  pairRulesTable,
} from '../../../../src/medications/interactions/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { joinTable } from '../../../../src/medications/knowledge/join-tables.js';
import { classesTable, sourcesTable } from '../../../../src/medications/knowledge/schema.js';
import { createMetabolism } from '../../../../src/medications/metabolism/metabolism.js';
import { metabolismRules, metabolismTable } from '../../../../src/medications/metabolism/schema.js';
import { type Severity, weightOf } from '../../../../src/medications/severity.js';
import type { Taken } from '../../../../src/medications/taken.js';

export const KNOWLEDGE = join(import.meta.dirname, '../../../../models/medication-knowledge');

export const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(KNOWLEDGE, path), 'utf8'));

export const filesOf = (folder: string) =>
  readdirSync(join(KNOWLEDGE, folder)).map((file) => `${folder}/${file}`);

const parts = (paths: readonly string[]) => paths.map((from) => ({ from, content: read(from) }));

export const table = metabolismTable.parse(read('metabolism.json'));
export const rules = metabolismRules.parse(read('metabolism-rules.json'));
export const classesRead = joinTable(classesTable, parts(filesOf('classes')), []) ?? {};
export const sourcesRead = joinTable(sourcesTable, parts(filesOf('sources')), []) ?? {};
export const classes = createClasses(classesRead);
export const ownPairs = pairRulesTable.parse(read('interactions/metabolism-pairs.json'));
export const compatible = compatibleTable.parse(read('interactions/compatible-metabolism.json'));
/** The pair rules of enzymes and transporters that are written by name elsewhere. */
export const otherPairs = filesOf('interactions')
  .filter((path) => path.startsWith('interactions/pairs-'))
  .flatMap((path) => pairRulesTable.parse(read(path)));

export const metabolism = createMetabolism(table, rules);

export const taken = (ingredient: string, more: Partial<Taken> = {}): Taken => ({
  ingredient,
  item: ingredient,
  proposed: false,
  systemic: true,
  together: [],
  ...more,
});

const key = (a: string, b: string) => [a, b].sort().join('|');

export const membersOf = (selectors: readonly string[] = []) =>
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
