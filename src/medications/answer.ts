import type { Finding, NotAssessed, Statement } from './finding.js';
import type { MedicationKnowledge } from './knowledge/knowledge.js';
import type { AppliedOverlay } from './knowledge/open.js';
import { interpretationOf } from './line-interpretation.js';
import { drugsOf, type ProductEntry } from './names/entries.js';
import type { SuppressedAlert } from './overlay/overlays.js';
import type { ReadCase, ReadLine } from './read-case.js';
import { judgeSafety, REVIEW_AT } from './safety.js';
import type { Alert, MedicationsResult } from './schema.js';
import type { Severity } from './severity.js';
import { unknownFieldWarning } from './unknown-fields.js';
import { listed } from './wording.js';

export interface AnswerParts {
  readonly id: string;
  readonly createdAt: string;
  readonly reading: ReadCase;
  /** In the order of the answer. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedAlert[];
  readonly notAssessed: ReadCase['notAssessed'];
  readonly unresolvedAllergy: boolean;
  readonly knowledge: MedicationKnowledge;
  readonly overlays: readonly AppliedOverlay[];
  /** Installed overlays that are not applied. */
  readonly missing: readonly string[];
  /** The severity from which an alert blocks. */
  readonly blockAt: Severity;
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

const isHeldBack = ({ statement }: SuppressedAlert) => statement.severity === 'contraindicated';

/** Whatever could hide an alert: with any of it the absence of alerts means nothing. */
function notJudgedOf(parts: AnswerParts): readonly NotAssessed[] {
  const { reading, notAssessed, suppressed, unresolvedAllergy, missing } = parts;
  const unknown = reading.lines.filter((line) => line.unknown.some((one) => !one.denied));
  return [
    ...unknown.map(({ item, unknown }) => ({
      what: item,
      reason: unknown.some(({ isComplete }) => isComplete)
        ? 'a name on this line is ambiguous'
        : 'a name on this line is not known',
    })),
    ...(unresolvedAllergy ? [{ what: 'allergies', reason: 'an allergy was not understood' }] : []),
    ...suppressed.filter(isHeldBack).map(({ statement, overlay }) => ({
      what: statement.ruleId,
      reason: `${overlay} suppresses this contraindication`,
    })),
    ...missing.map((what) => ({
      what,
      reason: 'the package is at fault; its rules did not apply',
    })),
    ...notAssessed.filter(({ affectsSafety }) => affectsSafety !== false),
  ];
}

function safetyOf(parts: AnswerParts) {
  const { findings, blockAt } = parts;
  const notJudged = notJudgedOf(parts);
  const alerts = findings.map((finding, alert) => ({ finding, alert, severity: finding.severity }));
  const { outcome, safeToProceed, needsReview, decidedBy } = judgeSafety(
    alerts,
    notJudged,
    blockAt,
  );
  return {
    safe_to_proceed: safeToProceed,
    needs_review: needsReview,
    safety: {
      outcome,
      block_at: blockAt,
      review_at: REVIEW_AT,
      decided_by: decidedBy.map(({ alert, severity, finding }) => {
        return { alert, severity, rule_id: finding.ruleId, drugs: [...finding.drugs] };
      }),
      not_judged: notJudged.map(({ what, reason }) => ({ what, reason })),
    },
  };
}

const MAX_MEANINGS = 12;

const meaningsOf = (possible: readonly ProductEntry[]) =>
  possible.map((entry) => drugsOf(entry).join(' / '));

function warningsOf({ reading, suppressed, unresolvedAllergy, missing }: AnswerParts): string[] {
  const unknown = reading.lines.filter((line) =>
    line.unknown.some((one) => !one.denied && !one.isComplete),
  );
  const ambiguous = reading.lines.flatMap(({ item, unknown }) =>
    unknown.flatMap(({ meanings = [], isComplete }) =>
      isComplete ? [{ item, meanings: meaningsOf(meanings) }] : [],
    ),
  );
  const denied = reading.lines.flatMap((line) =>
    line.unknown.flatMap(({ denied, suggestions: [name] }) =>
      denied ? [{ item: line.item, name: name ?? 'it' }] : [],
    ),
  );
  const guessed = reading.lines.flatMap(({ item, how }) =>
    [...how].flatMap(([name, way]) => (way === 'spelling' ? [{ item, name }] : [])),
  );
  const forbidden = suppressed.filter(isHeldBack);
  return [
    ...ambiguous.map(
      ({ item, meanings }) =>
        `${item} can be ${listed(meanings, MAX_MEANINGS)}: it was checked for each of them.`,
    ),
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
    ...reading.unknownFields.map(unknownFieldWarning),
  ];
}

/** Builds the response body. */
export function answer(parts: AnswerParts): MedicationsResult {
  const { id, createdAt, reading, findings, suppressed, knowledge, overlays } = parts;
  return {
    check_id: id,
    ...safetyOf(parts),
    highest_severity: findings[0]?.severity ?? null,
    alerts: findings.map((finding) => alertOf(finding, knowledge)),
    resolved: reading.lines.flatMap((line) => resolvedOf(line, knowledge)),
    unresolved: reading.lines.flatMap(({ item, input, unknown }) =>
      unknown.map(({ words, suggestions, meanings = [], isComplete }) => ({
        input,
        item,
        ...(words !== input && { words }),
        suggestions: [...suggestions],
        ...(isComplete && { checked_as: meaningsOf(meanings) }),
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
