import { because } from './because.js';
import { type Gate, type GateContext, holds } from './gate.js';
import { heaviest, milder, type Severity } from './severity.js';

/** The part of a rule that depends on the patient. */
export interface GatedSeverity {
  readonly severity: Severity;
  readonly when?: Gate | undefined;
  readonly otherwise?: Severity | 'silent' | undefined;
  readonly raise?: ReadonlyArray<{ readonly when: Gate; readonly severity: Severity }> | undefined;
}

export interface SeverityDecision {
  readonly severity: Severity;
  /** Reasons for the severity in this patient. */
  readonly because: readonly string[];
}

function base(rule: GatedSeverity, context: GateContext): Severity | undefined {
  if (rule.when === undefined) return rule.severity;
  const truth = holds(rule.when, context);
  if (truth === true) return rule.severity;
  if (truth === false) return undefined;
  const otherwise = rule.otherwise ?? milder(rule.severity);
  return otherwise === 'silent' ? undefined : otherwise;
}

/**
 * Returns the severity of a rule in this patient; nothing where its circumstance is known not to
 * hold. An unknown circumstance gives `otherwise`, or one step milder where the rule does not state
 * it.
 */
export function decideSeverity(
  rule: GatedSeverity,
  context: GateContext,
): SeverityDecision | undefined {
  const severity = base(rule, context);
  if (severity === undefined) return undefined;
  const raised = (rule.raise ?? []).filter(({ when }) => holds(when, context) === true);
  const weight = heaviest([severity, ...raised.map((one) => one.severity)]) ?? severity;
  const reasons = [
    ...(rule.when ? because(rule.when, context) : []),
    ...raised
      .filter((one) => one.severity === weight && weight !== severity)
      .flatMap(({ when }) => because(when, context)),
  ];
  return { severity: weight, because: [...new Set(reasons)] };
}
