import { PROBABLE } from './certainty.js';
import type { FindingMatch, Rule, RuleContext } from './rule.js';
import { ruleOf, rulesFor } from './rules.js';
import {
  type Laterality,
  type LookedFor,
  type ReportInput,
  rankOf,
  type Severity,
  type UnsureLabel,
} from './types.js';

export interface UncertainFinding {
  readonly rule: Rule;
  readonly probability: number;
}

/** The input with every label under its rule, and every rule once. */
export interface CollectedFindings {
  readonly findings: readonly FindingMatch[];
  readonly unsure: readonly UncertainFinding[];
  readonly absent: readonly Rule[];
  readonly circumstances: RuleContext;
}

const SEVERITIES: readonly Severity[] = ['none', 'mild', 'moderate', 'severe'];

const worse = (a: Severity, b: Severity): Severity =>
  SEVERITIES.indexOf(a) > SEVERITIES.indexOf(b) ? a : b;

function bothSides(a: Laterality | undefined, b: Laterality | undefined): Laterality | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a === b ? a : 'both';
}

function merge(a: FindingMatch, b: FindingMatch): FindingMatch {
  return {
    rule: a.rule,
    severity: worse(a.severity, b.severity),
    probability: Math.max(a.probability, b.probability),
    side: bothSides(a.side, b.side),
    measured: a.measured ?? b.measured,
    where: (b.probability > a.probability ? b : a).where,
  };
}

function byRule({ imageType, findings, measurements, slices }: ReportInput): FindingMatch[] {
  // A measured value has its own sentence, with its limit.
  const measurementNames = new Set<string | undefined>(measurements.map(({ name }) => name));
  const merged = new Map<string, FindingMatch>();
  for (const finding of findings) {
    const { severity, probability, side, slice } = finding;
    const measured = measurementNames.has(finding.measured?.name) ? undefined : finding.measured;
    const rule = ruleOf(imageType, finding);
    const where =
      slice === undefined || slices === undefined ? undefined : `slice ${slice} of ${slices}`;
    const found = { rule, severity, probability, side, measured, where };
    const before = merged.get(rule.id);
    merged.set(rule.id, before === undefined ? found : merge(before, found));
  }
  return [...merged.values()];
}

/**
 * The findings to report. An unspecific finding is replaced by a probable member of its own family,
 * or by a finding that it covers and that is at least as urgent. It stays where it is more urgent,
 * so that another finding never makes a report less urgent.
 */
function worthSaying(all: readonly FindingMatch[], circumstances: RuleContext): FindingMatch[] {
  const rank = (one: FindingMatch) => rankOf(one.rule.grade(one, circumstances).level);
  const givesWayTo = (general: FindingMatch, one: FindingMatch) => {
    if (one.rule.unspecific !== undefined) return false;
    const related = one.rule.family === general.rule.family;
    if (related && one.probability >= PROBABLE) return true;
    return (related || general.rule.coversAll === true) && rank(one) >= rank(general);
  };
  return all.filter(
    (one) => one.rule.unspecific === undefined || !all.some((another) => givesWayTo(one, another)),
  );
}

function circumstancesOf({ patient }: ReportInput, found: readonly FindingMatch[]): RuleContext {
  const ids = new Set(found.map(({ rule }) => rule.id));
  return { patient, has: (id) => ids.has(id) };
}

const distinct = (rules: readonly Rule[]): Rule[] => [
  ...new Map(rules.map((rule) => [rule.id, rule])).values(),
];

function unsureOf(
  imageType: string,
  labels: readonly UnsureLabel[],
  found: readonly FindingMatch[],
): UncertainFinding[] {
  const merged = new Map<string, UncertainFinding>();
  for (const label of labels) {
    const rule = ruleOf(imageType, label);
    const isFound = found.some((one) => one.rule.id === rule.id);
    if (isFound || (rule.unspecific && found.length > 0)) continue;
    const probability = Math.max(label.probability, merged.get(rule.id)?.probability ?? 0);
    merged.set(rule.id, { rule, probability });
  }
  return [...merged.values()].sort((a, b) => b.probability - a.probability);
}

/** Important absences first, then in the order of the rules. */
function importance(imageType: string): (rule: Rule) => number {
  const rules = rulesFor(imageType);
  return (rule) => {
    const at = rules.indexOf(rule);
    return (rule.keyNegative ? 0 : rules.length + 1) + (at < 0 ? rules.length : at);
  };
}

/** Absent findings, without those whose family is present or unsure. */
function absentOf(
  imageType: string,
  lookedFor: readonly LookedFor[],
  present: readonly Rule[],
): Rule[] {
  const taken = new Set(present.map(({ family }) => family));
  const order = importance(imageType);
  return distinct(lookedFor.map((label) => ruleOf(imageType, label)))
    .filter(({ family }) => !taken.has(family))
    .sort((a, b) => order(a) - order(b));
}

/**
 * Assigns the labels of any model to the rules. Labels of one meaning become one finding with the
 * higher probability, the larger extent and both sides; an unspecific label is replaced by specific
 * ones; a finding replaces an unsure one of the same rule.
 */
export function collect(input: ReportInput): CollectedFindings {
  const { imageType } = input;
  const all = byRule(input);
  const found = worthSaying(all, circumstancesOf(input, all));
  const unsure = unsureOf(imageType, input.unsure, found);
  const reported = input.findings.map((finding) => ruleOf(imageType, finding));
  const present = [...reported, ...input.unsure.map((label) => ruleOf(imageType, label))];
  return {
    findings: found,
    unsure,
    absent: absentOf(imageType, input.lookedFor, present),
    circumstances: circumstancesOf(input, found),
  };
}
