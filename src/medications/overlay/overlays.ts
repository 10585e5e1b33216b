import { type Finding, type Statement, statementOf } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import { type Severity, weightOf } from '../severity.js';
import type { SeverityChange, Suppression } from './schema.js';

/** The decisions of a hospital's overlay about the alerts of the common package. */
export interface Overlay {
  readonly id: string;
  readonly severities: readonly SeverityChange[];
  readonly suppressions: readonly Suppression[];
}

/** An alert suppressed by a hospital. */
export interface SuppressedAlert {
  readonly statement: Statement;
  readonly drugs: readonly string[];
  readonly reason: string;
  readonly overlay: string;
}

export interface OverlayResult {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedAlert[];
}

type Decision = SeverityChange | Suppression;

/**
 * Lowering or suppressing a contraindication requires an explicit word that cannot be written by
 * mistake.
 */
const mayLower = (severity: Severity, decision: Decision): boolean =>
  severity !== 'contraindicated' || decision.acknowledges_contraindication === true;

const why = ({ reason, decided_by, decided_on }: Decision) =>
  `${reason} (${decided_by}, ${decided_on})`;

/** Returns the first decision about a rule and these drugs, in the order of the package names. */
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

/** The statements of a finding, its main one first. */
function statementsOf(finding: Finding): readonly Statement[] {
  return [statementOf(finding), ...(finding.also ?? [])];
}

/** Applies a hospital's severity to a statement, with its reason if one is given. */
interface WeighedStatement {
  readonly statement: Statement;
  readonly because?: string;
}

function weighed(
  statement: Statement,
  drugs: readonly string[],
  overlays: readonly Overlay[],
  classes: Classes,
): WeighedStatement {
  const { ruleId, severity } = statement;
  const found = firstAbout(ruleId, drugs, overlays, (one) => one.severities, classes);
  if (found === undefined) return { statement };
  const { overlay, decision } = found;
  const lowers = weightOf(decision.severity) < weightOf(severity);
  if (lowers && !mayLower(severity, decision)) return { statement };
  return {
    statement: { ...statement, severity: decision.severity },
    because: `${overlay} sets ${ruleId} to ${decision.severity}: ${why(decision)}`,
  };
}

function heldBack(
  statement: Statement,
  drugs: readonly string[],
  overlays: readonly Overlay[],
  classes: Classes,
): SuppressedAlert | undefined {
  const { ruleId, severity } = statement;
  const found = firstAbout(ruleId, drugs, overlays, (one) => one.suppressions, classes);
  if (found === undefined || !mayLower(severity, found.decision)) return undefined;
  return { statement, drugs, reason: why(found.decision), overlay: found.overlay };
}

/**
 * Rebuilds a finding from its remaining statements, the most severe first; nothing where none
 * remain.
 */
function toldAs(finding: Finding, left: readonly WeighedStatement[]): Finding | undefined {
  const { also: _, because = [], ...facts } = finding;
  const [head, ...others] = left
    .map(({ statement }) => statement)
    .sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
  if (head === undefined) return undefined;
  const reasons = [...because, ...left.flatMap((one) => one.because ?? [])];
  return {
    ...facts,
    ...head,
    ...(others.length > 0 && { also: others }),
    ...(reasons.length > 0 && { because: reasons }),
  };
}

/**
 * Applies the decisions of hospitals. A changed severity is reported with its reason; suppressed
 * alerts are returned separately, so that the answer lists them, and other statements on the same
 * drugs take their place.
 */
export function decide(
  findings: readonly Finding[],
  overlays: readonly Overlay[],
  classes: Classes,
): OverlayResult {
  if (overlays.length === 0) return { findings, suppressed: [] };
  const suppressed: SuppressedAlert[] = [];
  const kept = findings.flatMap((finding) => {
    const { drugs } = finding;
    const all = statementsOf(finding).map((one) => weighed(one, drugs, overlays, classes));
    const left = all.filter(({ statement }) => {
      const held = heldBack(statement, drugs, overlays, classes);
      if (held) suppressed.push(held);
      return held === undefined;
    });
    return toldAs(finding, left) ?? [];
  });
  return { findings: kept, suppressed };
}
