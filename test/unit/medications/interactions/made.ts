import {
  createInteractions,
  type InteractionTables,
} from '../../../../src/medications/interactions/interactions.js';
import type { VerdictOf } from '../../../../src/medications/interactions/rule-matches.js';
import type { CountRule, PairRule } from '../../../../src/medications/interactions/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import type { Patient } from '../../../../src/medications/patient.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { asTaken, patient } from '../../../support/medication-case.js';

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

export const silence: VerdictOf = () => undefined;

/** What a list of names or lines is told under these tables. */
export function ask(
  tables: Partial<InteractionTables>,
  list: ReadonlyArray<string | TakenIngredient>,
  who: Patient = patient(),
  verdictOf: VerdictOf = silence,
) {
  const whole = { pairs: [], counts: [], compatible: [], ...tables };
  return createInteractions(whole, classes, verdictOf).check(list.map(asTaken), who).findings;
}

/** Rule, severity and drugs of each alert. */
export const told = (findings: ReturnType<typeof ask>) =>
  findings.map(({ ruleId, severity, drugs }) => [ruleId, severity, drugs.join('+')]);
