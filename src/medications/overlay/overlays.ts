import type { Finding, Statement } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import { type Severity, weightOf } from '../severity.js';
import type { SeverityChange, Suppression } from './schema.js';

/** What a hospital's own package decides about the alerts of the common one. */
export interface Overlay {
  readonly id: string;
  readonly severities: readonly SeverityChange[];
  readonly suppressions: readonly Suppression[];
}

/** An alert that a hospital holds back. */
export interface Suppressed {
  readonly statement: Statement;
  readonly drugs: readonly string[];
  readonly reason: string;
  readonly overlay: string;
}

export interface Decided {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
}

type Decision = SeverityChange | Suppression;

/** Lowering or holding back what is contraindicated takes a word that nobody writes by mistake. */
const mayLower = (severity: Severity, decision: Decision): boolean =>
  severity !== 'contraindicated' || decision.acknowledges_contraindication === true;

const why = ({ reason, decided_by, decided_on }: Decision) =>
  `${reason} (${decided_by}, ${decided_on})`;

/** The first decision about a rule and these drugs, in order of the packages' names. */
function firstAbout<D extends Decision>(
  ruleId: string,
  drugs: readonly string[],
  overlays: readonly Overlay[],
  listOf: (overlay: Overlay) => readonly D[],
  classes: Classes,
): { readonly overlay: string; readonly decision: D } | undefined {
  for (const overlay of overlays) {
    const decision = listOf(overlay).find(
      ({ rule, drugs: only }) =>
        rule === ruleId &&
        (only === undefined ||
          drugs.every((drug) => only.some((selector) => classes.matches(selector, drug)))),
    );
    if (decision !== undefined) return { overlay: overlay.id, decision };
  }
  return undefined;
}

/** What one finding says, each statement by itself, the finding's own first. */
function statementsOf(finding: Finding): readonly Statement[] {
  return [finding, ...(finding.also ?? [])];
}

/**
 * Applies what hospitals decided. A severity that they set is said with its reason; what they hold
 * back comes back by itself, so that no answer hides it, and what else was known of the same drugs
 * takes its place.
 */
export function decide(
  findings: readonly Finding[],
  overlays: readonly Overlay[],
  classes: Classes,
): Decided {
  if (overlays.length === 0) return { findings, suppressed: [] };
  const suppressed: Suppressed[] = [];

  function weighed(statement: Statement, drugs: readonly string[], because: string[]): Statement {
    const { ruleId, severity } = statement;
    const found = firstAbout(ruleId, drugs, overlays, (one) => one.severities, classes);
    if (found === undefined) return statement;
    const { overlay, decision } = found;
    const lowers = weightOf(decision.severity) < weightOf(severity);
    if (lowers && !mayLower(severity, decision)) return statement;
    because.push(`${overlay} sets ${ruleId} to ${decision.severity}: ${why(decision)}`);
    return { ...statement, severity: decision.severity };
  }

  function isHeldBack(statement: Statement, drugs: readonly string[]): boolean {
    const { ruleId, severity } = statement;
    const found = firstAbout(ruleId, drugs, overlays, (one) => one.suppressions, classes);
    if (found === undefined || !mayLower(severity, found.decision)) return false;
    suppressed.push({ statement, drugs, reason: why(found.decision), overlay: found.overlay });
    return true;
  }

  const kept = findings.flatMap((finding) => {
    const because = [...(finding.because ?? [])];
    const [head, ...others] = statementsOf(finding)
      .map((statement) => weighed(statement, finding.drugs, because))
      .filter((statement) => !isHeldBack(statement, finding.drugs))
      .sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
    if (head === undefined) return [];
    const { also: _, because: __, ...facts } = finding;
    return [
      {
        ...facts,
        ...head,
        ...(others.length > 0 && { also: others }),
        ...(because.length > 0 && { because }),
      },
    ];
  });
  return { findings: kept, suppressed };
}
