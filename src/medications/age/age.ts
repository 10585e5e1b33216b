import { groupBy } from '../../core/group.js';
import { decideSeverity } from '../decide-severity.js';
import { type Drug, drugsOf, givenBy, itemsOf } from '../drugs.js';
import type { Finding, Findings } from '../finding.js';
import type { GateContext } from '../gate.js';
import { type Classes, rulesByIngredient } from '../knowledge/classes.js';
import { labelsOf } from '../knowledge/labels.js';
import { numberOf, type Patient } from '../patient.js';
import { type Severity, weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital, listed } from '../wording.js';
import type { AgeRule } from './schema.js';

export interface AgeCheck {
  /** Returns drugs that are unsafe at the patient's age: Beers, STOPP, paediatric limits; pure. */
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

interface AgeRuleMatch {
  readonly rule: AgeRule;
  readonly drug: Drug;
  readonly severity: Severity;
  readonly because: readonly string[];
}

const isAt = ({ age: { from = 0, below = Number.POSITIVE_INFINITY } }: AgeRule, age: number) =>
  age >= from && age < below;

/** `under 12 years`, `at 65 years or older`, `under 2 months`. */
function ageWords({ age: { from, below } }: AgeRule): string {
  const inWords = (years: number) =>
    years < 1
      ? `${Math.round(years * 12) || 1} ${years * 12 >= 2 ? 'months' : 'month'}`
      : `${years} years`;
  if (from === undefined) return `under ${inWords(below ?? 0)}`;
  return below === undefined
    ? `at ${inWords(from)} or older`
    : `at ${inWords(from)} to under ${inWords(below)}`;
}

/** The drug restricted to the lines that the rule applies to. */
function meant(rule: AgeRule, drug: Drug): Drug | undefined {
  const given = givenBy(rule.routes, drug);
  const lines = given?.lines.filter(
    ({ proposed, release }) =>
      (!rule.starting || proposed) &&
      (!rule.release || (release !== undefined && rule.release.includes(release))),
  );
  return lines && lines.length > 0 ? { name: drug.name, lines } : undefined;
}

function findingOf(claims: readonly AgeRuleMatch[], age: number, classes: Classes): Finding {
  const [head] = claims;
  if (head === undefined) throw new RangeError('no claim');
  const { rule, severity } = head;
  const drugs = claims.map(({ drug }) => drug.name);
  return {
    kind: 'age',
    severity,
    drugs,
    items: itemsOf(claims.map(({ drug }) => drug)),
    title: `${capital(listed(drugs))} ${ageWords(rule)}`,
    mechanism: rule.why,
    effect:
      (rule.age.from ?? 0) >= 40
        ? 'More harm than good is likely at this age.'
        : 'Unsafe or untested at this age.',
    management: rule.instead,
    evidence: rule.evidence,
    ruleId: rule.id,
    sources: labelsOf(rule.sources, drugs, classes),
    because: [
      ...new Set([
        `age ${Number(age.toPrecision(3))} years`,
        ...claims.flatMap((one) => one.because),
      ]),
    ],
  };
}

export function createAge(table: readonly AgeRule[], classes: Classes): AgeCheck {
  const rules = rulesByIngredient(classes, table);

  /** Returns the most severe finding on a drug: several rules with one reason are one alert. */
  function claimOn(drug: Drug, age: number, context: GateContext): AgeRuleMatch | undefined {
    const claims = (rules.get(drug.name) ?? []).flatMap((rule) => {
      const given = isAt(rule, age) ? meant(rule, drug) : undefined;
      const weighed = given && decideSeverity(rule, context);
      return weighed ? [{ rule, drug: given, ...weighed }] : [];
    });
    return claims.sort((a, b) => weightOf(b.severity) - weightOf(a.severity))[0];
  }

  /** Returns one `not_assessed` entry for all drugs whose safety depends on the age. */
  function withoutAge(drugs: readonly Drug[]): Findings['notAssessed'] {
    const depends = drugs.filter((drug) =>
      (rules.get(drug.name) ?? []).some(
        (rule) => rule.severity !== 'minor' && meant(rule, drug) !== undefined,
      ),
    );
    if (depends.length === 0) return [];
    const names = listed(depends.map(({ name }) => name));
    return [
      {
        what: 'patient.age',
        reason: `not given: rules on age were not applied to ${names}`,
        affectsSafety: false,
      },
    ];
  }

  return {
    check(taken, patient) {
      const drugs = drugsOf(taken);
      const age = numberOf(patient, 'age');
      if (age === undefined) return { findings: [], notAssessed: withoutAge(drugs) };
      const context = { patient, taken, matches: classes.matches };
      const claims = drugs.flatMap((drug) => claimOn(drug, age, context) ?? []);
      const groups = groupBy(claims, ({ rule, severity }) => `${rule.id} ${severity}`);
      const findings = [...groups.values()].map((group) => findingOf(group, age, classes));
      return { findings, notAssessed: [] };
    },
  };
}
