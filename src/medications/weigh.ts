import { because } from './because.js';
import { type Gate, type GateContext, holds } from './gate.js';
import { heaviest, milder, type Severity } from './severity.js';

/** What a rule makes depend on the patient. */
export interface GatedSeverity {
  readonly severity: Severity;
  readonly when?: Gate | undefined;
  readonly otherwise?: Severity | 'silent' | undefined;
  readonly raise?: ReadonlyArray<{ readonly when: Gate; readonly severity: Severity }> | undefined;
}

export interface SeverityDecision {
  readonly severity: Severity;
  /** Why it weighs as it does in this patient. */
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
 * How much a rule weighs in this patient; nothing where its circumstance is known not to hold. What
 * is not known weighs as `otherwise`, one step milder where the rule does not say.
 */
export function weigh(rule: GatedSeverity, context: GateContext): SeverityDecision | undefined {
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
