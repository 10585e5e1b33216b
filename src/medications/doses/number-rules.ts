import { unitWords } from '../../patient-record/chart/unit-words.js';
import { factWords } from '../because.js';
import type { Finding, Findings } from '../finding.js';
import { type Gate, type GateContext, holds } from '../gate.js';
import { type Classes, membersOfAll } from '../knowledge/classes.js';
import { numberOf, type Patient } from '../patient.js';
import { weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital, listed } from '../wording.js';
import { numeral } from './amounts.js';
import { linesOnRoutes } from './organ.js';
import type { NumberRule } from './schema.js';

type FactGate = Extract<Gate, { readonly fact: string }>;

/** The numbers that a gate uses, in order. */
function factsOf(gate: Gate): readonly FactGate[] {
  if ('fact' in gate) return [gate];
  if ('all' in gate) return gate.all.flatMap(factsOf);
  if ('any' in gate) return gate.any.flatMap(factsOf);
  return [];
}

/** Cell counts are reported per litre, as in laboratory reports. */
const countWords = (unit: string) => (unit === '10*3/uL' ? ' × 10⁹/L' : unitWords(unit));

function writtenFact({ fact, unit }: FactGate, patient: Patient): string | undefined {
  const value = numberOf(patient, fact);
  if (value === undefined) return undefined;
  return `${numeral(value)}${countWords(unit)}`;
}

function toFinding(
  rule: NumberRule,
  lines: readonly TakenIngredient[],
  drugs: readonly string[],
  patient: Patient,
): Finding {
  const facts = factsOf(rule.when);
  const [first] = facts;
  const fill = (text: string) =>
    text
      .replaceAll('{drugs}', listed(drugs, Number.POSITIVE_INFINITY))
      .replaceAll('{value}', (first && writtenFact(first, patient)) ?? '')
      .replaceAll('{age}', String(numberOf(patient, 'age') ?? ''));
  const running = rule.starting && lines.every(({ proposed }) => !proposed);
  const because = facts.flatMap((fact) => {
    const value = writtenFact(fact, patient);
    return value === undefined ? [] : [`${factWords(fact.fact)} ${value}`];
  });
  return {
    kind: rule.kind,
    severity: running ? 'minor' : rule.severity,
    drugs,
    items: [...new Set(lines.map(({ item }) => item))],
    title: capital(fill(rule.title)),
    mechanism: rule.mechanism,
    effect: rule.effect,
    management: fill(rule.management),
    evidence: rule.evidence,
    ruleId: rule.id,
    sources: rule.sources,
    ...(rule.kind === 'dose' && { topic: 'dose' }),
    ...(because.length > 0 && { because }),
  };
}

/** Indexes of rules by the ingredients that they cover. */
function placesOf(rules: readonly NumberRule[], classes: Classes) {
  const places = new Map<string, number[]>();
  for (const [at, rule] of rules.entries()) {
    for (const member of membersOfAll(classes, rule.drugs, rule.not)) {
      const known = places.get(member);
      if (known) known.push(at);
      else places.set(member, [at]);
    }
  }
  return places;
}

/**
 * Reports drugs contraindicated by a number of the patient: levels, electrolytes, counts, weight.
 */
export function createNumberCheck(rules: readonly NumberRule[], classes: Classes) {
  const order = [...rules].sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
  const places = placesOf(order, classes);

  /** Returns the rules that cover drugs of a list, most severe first, with these drugs. */
  function rulesOn(taken: readonly TakenIngredient[]) {
    const drugsOf = new Map<number, string[]>();
    for (const ingredient of new Set(taken.map((line) => line.ingredient))) {
      for (const at of places.get(ingredient) ?? []) {
        const known = drugsOf.get(at);
        if (known) known.push(ingredient);
        else drugsOf.set(at, [ingredient]);
      }
    }
    return [...drugsOf]
      .sort(([a], [b]) => a - b)
      .flatMap(([at, about]) => order.slice(at, at + 1).map((rule) => ({ rule, about })));
  }

  return (taken: readonly TakenIngredient[], patient: Patient): Findings => {
    const context: GateContext = { patient, taken, matches: classes.matches };
    const reported = new Set<string>();
    const findings: Finding[] = [];
    for (const { rule, about } of rulesOn(taken)) {
      const drugs = about.filter((one) => !reported.has(`${rule.group} ${one}`));
      const lines = linesOnRoutes(
        taken.filter(({ ingredient }) => drugs.includes(ingredient)),
        rule.routes,
      );
      if (lines.length === 0 || holds(rule.when, context) !== true) continue;
      if (rule.unless && holds(rule.unless, context) === true) continue;
      const concerning = drugs.filter((one) => lines.some(({ ingredient }) => ingredient === one));
      if (rule.group) for (const one of concerning) reported.add(`${rule.group} ${one}`);
      findings.push(toFinding(rule, lines, concerning, patient));
    }
    return { findings, notAssessed: [] };
  };
}
