import type { FindingTree } from '../knowledge/finding-tree.js';
import { type Care, type RuleFacts, URGENCIES, type Urgency } from '../knowledge/schema.js';
import type { Differential, RankedDisease } from '../probability/diagnostician.js';
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
  /** Nothing where no rule, score or disease says how urgent it is. */
  readonly level: Urgency | undefined;
  /** Most severe first. */
  readonly fired: readonly TriageMatch[];
}

/** 0 for the least urgent level, more for each further one. */
export const rankOf = (level: Urgency): number => URGENCIES.indexOf(level);

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

/** From which probability on one disease, by itself, demands which urgency; the most urgent first. */
type Steps = readonly (readonly [from: number, level: Urgency])[];

/** The steps of diseases that need this care: of the deadly, of the serious, of others. */
interface CareSteps {
  readonly deadly: Steps;
  readonly serious: Steps;
  readonly other: Steps;
}

export type TriageLimits = Readonly<Record<Care, CareSteps>>;

const SOON: Steps = [[0.3, 'low']];
const SELF: Steps = [[0.5, 'non_urgent']];

/**
 * A diagnosis alone is critical only where it is deadly, must be treated at once and is nearly
 * certain: what makes a patient critical are signs, which red flags and early warning read.
 */
export const TRIAGE_LIMITS: TriageLimits = {
  now: {
    deadly: [
      [0.9, 'critical'],
      [0.2, 'high'],
    ],
    serious: [
      [0.4, 'high'],
      [0.2, 'moderate'],
    ],
    other: [[0.3, 'moderate']],
  },
  today: {
    deadly: [
      [0.5, 'high'],
      [0.35, 'moderate'],
    ],
    serious: [[0.35, 'moderate']],
    other: [[0.35, 'low']],
  },
  soon: { deadly: SOON, serious: SOON, other: SOON },
  self: { deadly: SELF, serious: SELF, other: SELF },
};

/** The urgency of a disease of this probability; nothing where it decides nothing. */
function urgencyOf(
  { disease: { care, danger }, probability }: RankedDisease,
  limits: TriageLimits,
): Urgency | undefined {
  const { deadly, serious, other } = limits[care];
  const steps = danger === 'deadly' ? deadly : danger === 'serious' ? serious : other;
  return steps.find(([from]) => probability >= from)?.[1];
}

const namedWithProbability = ({ disease, probability }: RankedDisease): string =>
  `${disease.name} (${Math.round(probability * 100)} %)`;

/** Each disease that decides by its own probability: the tail of the differential never does. */
const leadingDiseases = ({ ranked }: Differential, limits: TriageLimits): TriageMatch[] =>
  ranked.flatMap((one) => {
    const level = urgencyOf(one, limits);
    if (level === undefined) return [];
    return [
      {
        rule: 'Leading diagnosis',
        level,
        firedBy: [namedWithProbability(one)],
        source: 'the differential of this answer',
      },
    ];
  });

/** Deadly diseases that need immediate help count together from this probability of each on. */
const MIN_TOGETHER = 0.08;
/** From this sum on they are high. */
const TOGETHER_HIGH = 0.25;

/**
 * Several deadly diseases, each probable enough to be named, that compete for the same findings: a
 * heart attack, an embolism and a dissection share what one of them would have alone.
 */
function togetherDeadly({ ranked }: Differential): TriageMatch[] {
  const deadly = ranked.filter(
    ({ disease: { care, danger }, probability }) =>
      care === 'now' && danger === 'deadly' && probability >= MIN_TOGETHER,
  );
  const sum = deadly.reduce((total, { probability }) => total + probability, 0);
  if (deadly.length < 2 || sum < TOGETHER_HIGH) return [];
  return [
    {
      rule: 'Deadly diagnoses together',
      level: 'high',
      firedBy: deadly.map(namedWithProbability),
      source: 'the differential of this answer',
    },
  ];
}

/**
 * Returns the urgency: the highest of all matching red flags, of early-warning scores, of each
 * leading disease by its own probability or of several deadly ones together, and of the complaint. Nothing lowers the urgency of a
 * red flag. Without any of these the urgency is unknown.
 *
 * @param matching rules that hold: red flags and complaints
 * @param scores urgency by early-warning scores
 */
export function triage(
  matching: readonly FiredRule[],
  scores: readonly TriageMatch[],
  differential: Differential,
  limits: TriageLimits = TRIAGE_LIMITS,
): Triage {
  const byRules = matching.map(({ rule, by }) => ({
    rule: rule.name,
    level: rule.level,
    firedBy: by,
    source: rule.sources.map(({ name }) => name).join('; '),
  }));
  const fired = [
    ...byRules,
    ...scores,
    ...leadingDiseases(differential, limits),
    ...togetherDeadly(differential),
  ].toSorted((a, b) => rankOf(b.level) - rankOf(a.level));
  return { level: fired[0]?.level, fired };
}
