import { chartOf, type Fact, type FactValue } from '../../../../src/chart/fact.js';
import type { VerdictOf } from '../../../../src/medications/interactions/claims.js';
import {
  createInteractions,
  type InteractionTables,
} from '../../../../src/medications/interactions/interactions.js';
import type { CountRule, PairRule } from '../../../../src/medications/interactions/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import type { Patient } from '../../../../src/medications/patient.js';
import type { Taken } from '../../../../src/medications/taken.js';

// Small tables of medicines that do not exist, so that a test shows all that it rests on.

const title = 'a class';
export const classes = createClasses({
  statins: { title, members: { onestatin: 1, twostatin: 1 }, sources: ['s'] },
  sedatives: { title, members: { alphazine: 3, betazine: 2, gammazine: 2 }, sources: ['s'] },
  thinners: { title, members: { warfine: 1, heparoid: 1 }, sources: ['s'] },
});

const text = {
  mechanism: 'A mechanism.',
  effect: 'Bleeding, some of it bad',
  management: 'Avoid.',
  evidence: 'established' as const,
  sources: ['s'],
};

export const rule = (
  id: string,
  a: string[],
  b: string[],
  more: Partial<PairRule> = {},
): PairRule => ({
  ...text,
  id,
  a,
  b,
  severity: 'major',
  ...more,
});

export const countRule = (
  id: string,
  count: CountRule['count'],
  more: Partial<CountRule> = {},
): CountRule => ({
  ...text,
  id,
  count,
  severity: 'major',
  ...more,
});

/** Each on a line of its own, by mouth. */
export const taken = (ingredient: string, more: Partial<Taken> = {}): Taken => ({
  ingredient,
  item: `medications.${ingredient}`,
  proposed: false,
  systemic: true,
  together: [],
  ...more,
});

const fact = (value: FactValue): Fact => ({ value, given: { value }, from: 'test' });

export function patient(facts: Record<string, FactValue> = {}, conditions: string[] = []): Patient {
  const chart = chartOf(Object.entries(facts).map(([name, value]) => [name, fact(value)] as const));
  return { chart, conditions: new Set(conditions) };
}

export const silence: VerdictOf = () => undefined;

/** What a list of names or lines is told under these tables. */
export function ask(
  tables: Partial<InteractionTables>,
  list: ReadonlyArray<string | Taken>,
  who: Patient = patient(),
  verdictOf: VerdictOf = silence,
) {
  const whole = { pairs: [], counts: [], compatible: [], ...tables };
  const lines = list.map((one) => (typeof one === 'string' ? taken(one) : one));
  return createInteractions(whole, classes, verdictOf).check(lines, who).findings;
}
