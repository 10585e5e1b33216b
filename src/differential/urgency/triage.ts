import type { FindingTree } from '../knowledge/finding-tree.js';
import { type Care, type RuleFacts, URGENCIES, type Urgency } from '../knowledge/schema.js';
import type { Differential } from '../probability/diagnostician.js';
import type { Evidence } from '../probability/evidence.js';
import { isWithin } from '../probability/limits.js';

/** A rule that holds for the patient, and why. */
export interface TriageMatch {
  readonly rule: string;
  readonly level: Urgency;
  readonly firedBy: readonly string[];
  readonly source: string;
}

export interface Triage {
  readonly level: Urgency;
  /** Most severe first. */
  readonly fired: readonly TriageMatch[];
}

const rankOf = (level: Urgency): number => URGENCIES.indexOf(level);

/** The more severe of two. */
export const atLeast = (one: Urgency, other: Urgency): Urgency =>
  rankOf(one) >= rankOf(other) ? one : other;

/** A rule with its findings by number: every rule is checked for every patient. */
export interface NumberedRule {
  readonly rule: RuleFacts;
  /** One of each row must hold: a finding is present, or for `~number` absent. */
  readonly when: readonly (readonly number[])[];
}

export function numberRules(rules: readonly RuleFacts[], tree: FindingTree): NumberedRule[] {
  // An undefined finding is never present.
  const numberOf = (id: string) => tree.numberOf(id) ?? tree.findings.length;
  const test = (id: string) => (id.startsWith('!') ? ~numberOf(id.slice(1)) : numberOf(id));
  return rules.map((rule) => ({ rule, when: rule.when.map((row) => row.map(test)) }));
}

/** Returns the findings by which a rule holds; nothing where it does not. */
function holds(
  { rule, when }: NumberedRule,
  { findings }: FindingTree,
  { person, present, courses }: Evidence,
): string[] | undefined {
  const by: string[] = [];
  for (const row of when) {
    const hit = row.find((test) => (test < 0 ? !present.has(~test) : present.has(test)));
    if (hit === undefined) return undefined;
    const finding = findings[hit];
    if (finding !== undefined) by.push(finding.name);
  }
  if (!isWithin(rule, person, false)) return undefined;
  return rule.course && !rule.course.some((one) => courses.includes(one)) ? undefined : by;
}

/** A matching rule of the knowledge, with its findings. */
export interface FiredRule {
  readonly rule: RuleFacts;
  readonly by: readonly string[];
}

/** Returns the rules of the knowledge that hold. */
export function firedRules(
  rules: readonly NumberedRule[],
  tree: FindingTree,
  evidence: Evidence,
): FiredRule[] {
  return rules.flatMap((one) => {
    const by = holds(one, tree, evidence);
    return by === undefined ? [] : [{ rule: one.rule, by }];
  });
}

/**
 * From these probabilities on, the probable diseases decide the urgency; chosen on the development
 * vignettes.
 */
export interface TriageLimits {
  /** Of a disease that needs immediate help: critical. */
  readonly nowCritical: number;
  /** The same: high. */
  readonly nowHigh: number;
  /** Of one that must be seen the same day, or immediately: high. */
  readonly todayHigh: number;
  /** Of one that needs a doctor: moderate. */
  readonly soonModerate: number;
}

export const TRIAGE_LIMITS: TriageLimits = {
  nowCritical: 0.75,
  nowHigh: 0.12,
  todayHigh: 0.5,
  soonModerate: 0.45,
};

function byDifferential({ ranked, other }: Differential, limits: TriageLimits): TriageMatch[] {
  const massOf = (care: Care) =>
    ranked.reduce((sum, one) => (one.disease.care === care ? sum + one.probability : sum), 0);
  const first = (care: Care) =>
    ranked.find(({ disease }) => disease.care === care)?.disease.name ?? '';
  const now = massOf('now');
  const today = now + massOf('today');
  const soon = today + massOf('soon') + other;
  const matchOf = (level: Urgency, name: string): TriageMatch[] => [
    {
      rule: 'What is probable by the findings',
      level,
      firedBy: [name],
      source: 'the differential of this answer',
    },
  ];
  if (now >= limits.nowCritical) return matchOf('critical', first('now'));
  if (now >= limits.nowHigh) return matchOf('high', first('now'));
  if (today >= limits.todayHigh) return matchOf('high', first('today') || first('now'));
  if (soon >= limits.soonModerate) return matchOf('moderate', first('soon') || first('today'));
  return matchOf('low', first('self'));
}

/**
 * Returns the urgency: the highest of all matching red flags, of early-warning scores, and of the
 * probable diseases. Nothing lowers the urgency of a red flag.
 *
 * @param scores urgency by early-warning scores
 */
export function triage(
  red: readonly FiredRule[],
  scores: readonly TriageMatch[],
  differential: Differential,
  limits: TriageLimits = TRIAGE_LIMITS,
): Triage {
  const flags = red.map(({ rule, by }) => ({
    rule: rule.name,
    level: rule.level,
    firedBy: by,
    source: rule.sources.map(({ name }) => name).join('; '),
  }));
  const fired = [...flags, ...scores, ...byDifferential(differential, limits)].toSorted(
    (a, b) => rankOf(b.level) - rankOf(a.level),
  );
  return { level: fired[0]?.level ?? 'moderate', fired };
}
