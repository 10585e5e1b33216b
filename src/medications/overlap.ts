import { type Finding, statementOf } from './finding.js';
import { weightOf } from './severity.js';

/** A finding with the interactions that report the same. */
export interface OverlappingFinding extends Finding {
  /** Rules or topics of interactions that are omitted if they are about no other drugs. */
  readonly replaces?: readonly string[];
  /** Rules or topics of interactions that take precedence on the same drugs and more. */
  readonly yieldsTo?: readonly string[];
}

/** Drugs that go together although interaction rules report them as doubled. */
export interface AcceptedCombination {
  readonly drugs: readonly string[];
  /** Rules and topics; a topic that states more than a doubled class is not suppressed. */
  readonly rules: readonly string[];
}

const isNamed = ({ ruleId, topic }: Finding, names: readonly string[] = []) =>
  names.includes(ruleId) || (topic !== undefined && names.includes(topic));

const covers = (wide: Pick<Finding, 'drugs'>, narrow: Finding) =>
  narrow.drugs.every((drug) => wide.drugs.includes(drug));

const isAboutNoOther = (one: Finding, other: Finding) => covers(one, other) && covers(other, one);

/**
 * Returns a finding that replaces interactions, with the severity of the most severe of them. A
 * rule that it names states only that a class is doubled, which the finding rates more precisely.
 */
function inPlaceOf(finding: OverlappingFinding, replaced: readonly Finding[]): Finding {
  const { replaces = [], yieldsTo: _, ...plain } = finding;
  if (replaced.length === 0) return plain;
  const [heaviest = finding] = replaced
    .filter(({ ruleId }) => !replaces.includes(ruleId))
    .sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
  const statements = replaced.map(statementOf);
  const also = statements.filter(
    ({ ruleId }, at) => statements.findIndex((one) => one.ruleId === ruleId) === at,
  );
  const merged = { ...plain, also: [...(plain.also ?? []), ...also] };
  if (weightOf(heaviest.severity) <= weightOf(plain.severity)) return merged;
  const { severity, effect, management } = heaviest;
  return { ...merged, severity, effect, management };
}

/**
 * Merges interactions with findings that overlap them (duplicates, QT) without repetition. A
 * finding is dropped where an interaction that takes precedence is about the same drugs and is at
 * least as severe; an interaction is dropped where a finding replaces it and covers all of its
 * drugs, and where its drugs are accepted together.
 */
export function settleOverlaps(
  interactions: readonly Finding[],
  overlapping: readonly OverlappingFinding[],
  accepted: readonly AcceptedCombination[] = [],
): Finding[] {
  const staying = overlapping.filter(
    (one) =>
      !interactions.some(
        (other) =>
          isNamed(other, one.yieldsTo) &&
          isAboutNoOther(other, one) &&
          weightOf(other.severity) >= weightOf(one.severity),
      ),
  );
  const gone = new Set(
    interactions.filter((one) =>
      accepted.some((pair) => pair.rules.includes(one.ruleId) && covers(pair, one)),
    ),
  );
  const settled = staying.map((one) => {
    const names = [...(one.replaces ?? []), ...(one.yieldsTo ?? [])];
    const replaced = interactions.filter((other) => isNamed(other, names) && covers(one, other));
    for (const other of replaced) gone.add(other);
    return inPlaceOf(one, replaced);
  });
  return [...interactions.filter((one) => !gone.has(one)), ...settled];
}
