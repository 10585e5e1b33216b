import { groupBy } from '../../core/group.js';
import { decideSeverity } from '../decide-severity.js';
import { type Drug, drugsOf, givenBy, itemsOf } from '../drugs.js';
import type { Finding, Findings } from '../finding.js';
import { type GateContext, holds } from '../gate.js';
import { type Classes, rulesByIngredient } from '../knowledge/classes.js';
import { labelsOf } from '../knowledge/labels.js';
import type { Patient } from '../patient.js';
import { type Severity, weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital, listed } from '../wording.js';
import type { Condition, ConditionRule } from './schema.js';

export interface Contraindications {
  /** Returns drugs that are unsafe with the patient's conditions; pure. */
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

/** The rule of a condition that applies to a drug of the list. */
interface ConditionRuleMatch {
  readonly condition: Condition;
  readonly rule: ConditionRule;
  /** The rule names the ingredient, and not only its class. */
  readonly named: boolean;
  readonly drug: Drug;
  readonly severity: Severity;
  readonly because: readonly string[];
}

/** A rule that names the drug takes precedence over one for its class; then the more severe. */
const before = (a: ConditionRuleMatch, b: ConditionRuleMatch): number =>
  Number(b.named) - Number(a.named) || weightOf(b.severity) - weightOf(a.severity);

/** The most severe match on each drug, per family of conditions. */
function heaviestOfFamily(claims: readonly ConditionRuleMatch[]): ConditionRuleMatch[] {
  const kept = new Map<string, ConditionRuleMatch>();
  for (const claim of claims) {
    const key = `${claim.condition.family ?? claim.condition.id} ${claim.drug.name}`;
    const other = kept.get(key);
    if (!other || weightOf(claim.severity) > weightOf(other.severity)) kept.set(key, claim);
  }
  return [...kept.values()];
}

const STAKE: Readonly<Record<Severity, (condition: string) => string>> = {
  contraindicated: (name) => `Must not be given with ${name}.`,
  major: (name) => `Serious harm is likely enough with ${name} to avoid it or to change the plan.`,
  moderate: (name) => `May make ${name} worse, or be tolerated badly with it.`,
  minor: (name) => `Of little weight with ${name}.`,
};

/** `Raynaud` and `COPD` keep their capital letters. */
const inSentence = (name: string) =>
  /^[A-Z][a-z]+(?:[ ,/-]|$)/.test(name) && !PROPER.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
const PROPER =
  /^(?:Raynaud|Parkinson|Brugada|Wolff|Addison|Charcot|Dravet|Huntington|Gilbert|Stevens|Kawasaki|Leber|Lewy|Crohn)/;

function findingOf(
  claims: readonly ConditionRuleMatch[],
  classes: Classes,
  { shownByValues }: Patient,
): Finding {
  const [head] = claims;
  if (head === undefined) throw new RangeError('no claim');
  const { condition, rule, severity } = head;
  const drugs = claims.map(({ drug }) => drug.name);
  const name = inSentence(condition.name);
  const known = shownByValues?.has(condition.id)
    ? `the values show ${name}`
    : `${name} is on record`;
  return {
    kind: 'contraindication',
    severity,
    drugs,
    items: itemsOf(claims.map(({ drug }) => drug)),
    title: `${capital(listed(drugs))} with ${name}`,
    mechanism: rule.why,
    effect: STAKE[severity](name),
    management: rule.instead,
    evidence: rule.evidence,
    ruleId: rule.id,
    sources: labelsOf(rule.sources, drugs, classes),
    ...(condition.topic && { topic: condition.topic }),
    because: [...new Set([known, ...claims.flatMap((one) => one.because)])],
  };
}

/**
 * Groups matches into alerts. Where a check of numbers may report the same, each drug stays
 * separate, so that the two can be merged.
 */
const alertOf = ({ condition, rule, severity, drug }: ConditionRuleMatch) =>
  [rule.id, severity, condition.topic ? drug.name : ''].join(' ');

/** Builds the check of contraindications by condition; the indexes are built once. */
export function createContraindications(
  table: readonly Condition[],
  classes: Classes,
): Contraindications {
  const known = table
    .filter(({ rules }) => rules.length > 0)
    .map((condition) => ({ condition, entries: rulesByIngredient(classes, condition.rules) }));
  const placeOf = new Map(known.map(({ condition }, at) => [condition.id, at]));

  /** Returns the patient's conditions that have rules, in the order of the table. */
  function hadBy({ conditions }: Patient) {
    const places = [...conditions].flatMap((id) => placeOf.get(id) ?? []);
    return places.sort((a, b) => a - b).flatMap((at) => known[at] ?? []);
  }

  function claimOn(
    condition: Condition,
    entries: readonly ConditionRule[],
    drug: Drug,
    context: GateContext,
  ): ConditionRuleMatch | undefined {
    const claims = entries.flatMap((rule) => {
      const named = rule.drugs.includes(drug.name);
      const given = givenBy(rule.routes, drug);
      const weighed = given && decideSeverity(rule, context);
      return weighed ? [{ condition, rule, named, drug: given, ...weighed }] : [];
    });
    return claims.sort(before)[0];
  }

  return {
    check(taken, patient) {
      const context = { patient, taken, matches: classes.matches };
      const drugs = drugsOf(taken);
      const claims = hadBy(patient).flatMap(({ condition, entries }) => {
        const { measured, numbers } = condition;
        if (measured && numbers && holds(numbers, context) !== undefined) return [];
        return drugs.flatMap((drug) => {
          const claim = claimOn(condition, entries.get(drug.name) ?? [], drug, context);
          return claim ? [claim] : [];
        });
      });
      const groups = groupBy(heaviestOfFamily(claims), alertOf);
      const findings = [...groups.values()].map((group) => findingOf(group, classes, patient));
      return { findings, notAssessed: [] };
    },
  };
}
