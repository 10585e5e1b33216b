import type { Finding, Statement } from './finding.js';
import type { MedicationKnowledge } from './knowledge/knowledge.js';
import type { AppliedOverlay } from './knowledge/open.js';
import { interpretationOf } from './line-interpretation.js';
import type { SuppressedAlert } from './overlay/overlays.js';
import type { ReadCase, ReadLine } from './read-case.js';
import type { Alert, MedicationsResult } from './schema.js';
import type { Severity } from './severity.js';

export interface AnswerParts {
  readonly id: string;
  readonly createdAt: string;
  readonly reading: ReadCase;
  /** In the order of the answer. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedAlert[];
  readonly notAssessed: ReadCase['notAssessed'];
  readonly unresolvedAllergy: boolean;
  /** Lines with a drug that no rule covers in combination with others. */
  readonly uncovered: readonly string[];
  readonly knowledge: MedicationKnowledge;
  readonly overlays: readonly AppliedOverlay[];
  /** Installed overlays that are not applied. */
  readonly missing: readonly string[];
}

type RelatedStatement = NonNullable<Alert['also']>[number];

/** A source that no table defines is a fault of the package, which its tests detect. */
function sourcesOf(ids: readonly string[], { sources }: MedicationKnowledge): Alert['sources'] {
  return ids.flatMap((id) => sources.get(id) ?? []);
}

function relatedOf(statement: Statement, knowledge: MedicationKnowledge): RelatedStatement {
  const { severity, title, mechanism, effect, management, ruleId, sources } = statement;
  return {
    severity,
    title,
    mechanism,
    effect,
    management,
    rule_id: ruleId,
    sources: sourcesOf(sources, knowledge),
  };
}

function alertOf(finding: Finding, knowledge: MedicationKnowledge): Alert {
  const { kind, drugs, items, evidence, because, pairs, also } = finding;
  return {
    kind,
    drugs: [...drugs],
    items: [...items],
    involves_proposed: items.some((item) => item.startsWith('proposed.')),
    evidence,
    ...relatedOf(finding, knowledge),
    ...(because && because.length > 0 && { because: [...because] }),
    ...(pairs && pairs.length > 1 && { pairs: pairs.map(([a, b]): [string, string] => [a, b]) }),
    ...(also && also.length > 0 && { also: also.map((one) => relatedOf(one, knowledge)) }),
  };
}

function resolvedOf(
  { item, input, taken, how }: ReadLine,
  { ingredients }: MedicationKnowledge,
): MedicationsResult['resolved'] {
  return taken.map((one) => {
    const { ingredient } = one;
    const { rxcui, atc } = ingredients.get(ingredient) ?? {};
    const understood = interpretationOf(one);
    return {
      input,
      item,
      ingredient,
      ...(rxcui !== undefined && { rxcui }),
      ...(atc !== undefined && { atc: [...atc] }),
      how: how.get(ingredient) ?? 'exact',
      ...(understood && { understood }),
    };
  });
}

function safety(
  highest: Severity | null,
  { reading, suppressed, unresolvedAllergy, uncovered, missing }: AnswerParts,
): boolean | null {
  if (highest === 'contraindicated' || highest === 'major') return false;
  const unresolved = reading.lines.some(({ unknown }) => unknown.length > 0);
  const heldBack = suppressed.some(({ statement }) => statement.severity === 'contraindicated');
  const silent =
    unresolved || unresolvedAllergy || uncovered.length > 0 || heldBack || missing.length > 0;
  return silent ? null : true;
}

function warningsOf({ reading, suppressed, unresolvedAllergy, missing }: AnswerParts): string[] {
  const unknown = reading.lines.filter((line) => line.unknown.some((one) => !one.denied));
  const denied = reading.lines.flatMap((line) =>
    line.unknown.flatMap(({ denied, suggestions: [name] }) =>
      denied ? [{ item: line.item, name: name ?? 'it' }] : [],
    ),
  );
  const guessed = reading.lines.flatMap(({ item, how }) =>
    [...how].flatMap(([name, way]) => (way === 'spelling' ? [{ item, name }] : [])),
  );
  const forbidden = suppressed.filter(({ statement }) => statement.severity === 'contraindicated');
  return [
    ...unknown.map(({ item, taken }) =>
      taken.length > 0
        ? `Part of ${item} is not known and was not checked.`
        : `${item} is not known and was not checked.`,
    ),
    ...denied.map(
      ({ item, name }) => `${item} states that ${name} is not taken; it was not checked.`,
    ),
    ...guessed.map(({ item, name }) => `${item} was read as ${name}; its spelling is not known.`),
    ...(unresolvedAllergy ? ['An allergy was not understood and was not checked.'] : []),
    ...forbidden.map(
      ({ statement, overlay }) =>
        `${overlay} suppresses the contraindication ${statement.ruleId}: ${statement.title}.`,
    ),
    ...missing.map((id) => `The package ${id} is at fault; its rules did not apply.`),
  ];
}

/** Builds the response body. */
export function answer(parts: AnswerParts): MedicationsResult {
  const { id, createdAt, reading, findings, suppressed, knowledge, overlays } = parts;
  const highest = findings[0]?.severity ?? null;
  return {
    check_id: id,
    safe_to_proceed: safety(highest, parts),
    highest_severity: highest,
    alerts: findings.map((finding) => alertOf(finding, knowledge)),
    resolved: reading.lines.flatMap((line) => resolvedOf(line, knowledge)),
    unresolved: reading.lines.flatMap(({ item, input, unknown }) =>
      unknown.map(({ words, suggestions }) => ({
        input,
        item,
        ...(words !== input && { words }),
        suggestions: [...suggestions],
      })),
    ),
    suppressed: suppressed.map(({ statement, drugs, reason, overlay }) => ({
      rule_id: statement.ruleId,
      severity: statement.severity,
      drugs: [...drugs],
      reason,
      overlay,
    })),
    not_assessed: parts.notAssessed.map(({ what, reason }) => ({ what, reason })),
    warnings: warningsOf(parts),
    models: [knowledge, ...overlays].map(({ id, version }) => ({ id, version, backend: 'rules' })),
    created_at: createdAt,
  };
}
