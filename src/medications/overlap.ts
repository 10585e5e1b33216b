import { type Finding, statementOf } from './finding.js';
import { weightOf } from './severity.js';

/** A finding that knows which interactions say the same. */
export interface OverlappingFinding extends Finding {
  /** Rules or topics of interactions that say no more where they are about none but its drugs. */
  readonly replaces?: readonly string[];
  /** Rules or topics of interactions that say it better of the same drugs and more. */
  readonly yieldsTo?: readonly string[];
}

/** Drugs that go together although rules of interactions call them doubled. */
export interface AcceptedCombination {
  readonly drugs: readonly string[];
  /** Rules and topics; a topic says more than that a class is doubled and is not held back. */
  readonly rules: readonly string[];
}

const isNamed = ({ ruleId, topic }: Finding, names: readonly string[] = []) =>
  names.includes(ruleId) || (topic !== undefined && names.includes(topic));

const covers = (wide: Pick<Finding, 'drugs'>, narrow: Finding) =>
  narrow.drugs.every((drug) => wide.drugs.includes(drug));

const isAboutNoOther = (one: Finding, other: Finding) => covers(one, other) && covers(other, one);

/**
 * A finding in whose place interactions are not told: as heavy as the heaviest of them. A rule that
 * it names says no more than that a class is doubled, and that the finding weighs better itself.
 */
function inPlaceOf(finding: OverlappingFinding, replaced: readonly Finding[]): Finding {
  const { replaces = [], yieldsTo: _, ...plain } = finding;
  if (replaced.length === 0) return plain;
  const [heaviest = finding] = replaced
    .filter(({ ruleId }) => !replaces.includes(ruleId))
    .sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
  const said = replaced.map(statementOf);
  const also = said.filter(
    ({ ruleId }, at) => said.findIndex((one) => one.ruleId === ruleId) === at,
  );
  const told = { ...plain, also: [...(plain.also ?? []), ...also] };
  if (weightOf(heaviest.severity) <= weightOf(plain.severity)) return told;
  const { severity, effect, management } = heaviest;
  return { ...told, severity, effect, management };
}

/**
 * Interactions and findings that overlap them (duplicates, QT) as one list in which nothing is said
 * twice. A finding goes where an interaction that it yields to is about the same drugs and weighs no
 * less; an interaction goes where a finding replaces it and is about all of its drugs, and where
 * its drugs are accepted together.
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
