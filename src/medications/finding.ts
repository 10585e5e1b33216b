import type { Evidence, Kind, Severity } from './severity.js';

/** The statement of one rule, with the ids of its sources in the knowledge. */
export interface Statement {
  readonly severity: Severity;
  readonly title: string;
  readonly mechanism: string;
  readonly effect: string;
  readonly management: string;
  readonly evidence: Evidence;
  readonly ruleId: string;
  readonly sources: readonly string[];
}

/** A finding of a check. */
export interface Finding extends Statement {
  readonly kind: Kind;
  /** Ingredients; those that the rule is about come first. */
  readonly drugs: readonly string[];
  /** Lines of the list that it is about. */
  readonly items: readonly string[];
  /** Which drugs interact, where the finding covers several pairs. */
  readonly pairs?: ReadonlyArray<readonly [string, string]>;
  /**
   * Statements of other rules on the same drugs, most severe first; none more severe than the
   * finding.
   */
  readonly also?: readonly Statement[];
  /** Its topic, where several checks may report the same: `kidney`, `qt`, `@ssri`. */
  readonly topic?: string;
  /** Reasons for the severity in this patient: `egfr 24 mL/min/{1.73_m2} is below 30`. */
  readonly because?: readonly string[];
}

/** The statement of a finding, without the drugs that it is about. */
export function statementOf(finding: Finding): Statement {
  const { severity, title, mechanism, effect, management, evidence, ruleId, sources } = finding;
  return { severity, title, mechanism, effect, management, evidence, ruleId, sources };
}

/** What could not be assessed: a path of the request or an ingredient, and why; never free text. */
export interface NotAssessed {
  readonly what: string;
  readonly reason: string;
  /**
   * False where nothing that was sent is left unjudged: a value is absent, or an entry is not about
   * this patient. Otherwise it could hide an alert, and the list is not called safe.
   */
  readonly affectsSafety?: false;
}

/** The result of one check of a medication list. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly notAssessed: readonly NotAssessed[];
}
