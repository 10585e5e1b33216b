import { decideSeverity } from '../decide-severity.js';
import { type Drug, givenBy } from '../drugs.js';
import type { GateContext } from '../gate.js';
import type { Classes } from '../knowledge/classes.js';
import { weightOf } from '../severity.js';
import type { Text } from './rule-matches.js';
import type { CountRule } from './schema.js';

/** A rule about a number of drugs, with the drugs that it counted. */
export interface CountRuleMatch {
  readonly text: Text;
  readonly drugs: readonly Drug[];
}

/** How many drugs there are; of all that an ambiguous name can be, one. */
function numberOf(drugs: readonly Drug[]): number {
  const supposed = drugs.filter(({ lines }) => lines.every(({ possible }) => possible));
  const items = new Set(supposed.flatMap(({ lines }) => lines.map(({ item }) => item)));
  return drugs.length - supposed.length + items.size;
}

/** Returns all counted drugs, where there are enough of each kind on more than one line. */
function countedBy(
  { count }: CountRule,
  drugs: readonly Drug[],
  classes: Classes,
): readonly Drug[] | undefined {
  const all = new Set<Drug>();
  for (const { of, at_least } of count) {
    const some = drugs.filter(({ name }) => of.some((selector) => classes.matches(selector, name)));
    if (numberOf(some) < at_least) return undefined;
    for (const drug of some) all.add(drug);
  }
  const lines = new Set([...all].flatMap((drug) => drug.lines.map(({ item }) => item)));
  return lines.size > 1 ? drugs.filter((drug) => all.has(drug)) : undefined;
}

/** Returns the rules about numbers of drugs that the list matches; only systemic drugs count. */
export function countedIn(
  rules: readonly CountRule[],
  drugs: readonly Drug[],
  classes: Classes,
  context: GateContext,
): readonly CountRuleMatch[] {
  const systemic = drugs.flatMap((drug) => givenBy(undefined, drug) ?? []);
  return rules.flatMap((rule) => {
    const counted = countedBy(rule, systemic, classes);
    const weighed = counted && decideSeverity(rule, context);
    if (counted === undefined || weighed === undefined) return [];
    const { id, title, mechanism, effect, management, evidence, sources, group = id } = rule;
    const statement = {
      title,
      mechanism,
      effect,
      management,
      evidence,
      sources,
      group,
      breadth: 1,
    };
    return [{ text: { ruleId: id, ...statement, ...weighed, join: id }, drugs: counted }];
  });
}

/** Whether this alert covers everything that the other states on two of its drugs. */
export function covers(
  { text, drugs }: CountRuleMatch,
  claim: { text: Text; a: Drug; b: Drug },
): boolean {
  const names = new Set(drugs.map(({ name }) => name));
  return (
    text.group === claim.text.group &&
    weightOf(claim.text.severity) <= weightOf(text.severity) &&
    names.has(claim.a.name) &&
    names.has(claim.b.name)
  );
}
