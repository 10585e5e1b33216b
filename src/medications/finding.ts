import type { Evidence, Kind, Severity } from './severity.js';

/** What one rule says, with the ids of its sources in the knowledge. */
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

/** What a check found. */
export interface Finding extends Statement {
  readonly kind: Kind;
  /** Ingredients, those that the rule is about first. */
  readonly drugs: readonly string[];
  /** Lines of the list that it is about. */
  readonly items: readonly string[];
  /** Which drugs meet which, where it stands for several pairs. */
  readonly pairs?: ReadonlyArray<readonly [string, string]>;
  /** What other rules say of the same drugs, heaviest first: none heavier than the finding. */
  readonly also?: readonly Statement[];
  /** What it is about, where several checks may speak of one thing: `kidney`, `qt`, `@ssri`. */
  readonly topic?: string;
  /** Why it weighs as it does in this patient: `egfr 24 mL/min/{1.73_m2} is below 30`. */
  readonly because?: readonly string[];
}

/** What a finding says, without whom it is about. */
export function statementOf(finding: Finding): Statement {
  const { severity, title, mechanism, effect, management, evidence, ruleId, sources } = finding;
  return { severity, title, mechanism, effect, management, evidence, ruleId, sources };
}

/** What could not be judged: a path of the request or an ingredient, and why; never free text. */
export interface NotAssessed {
  readonly what: string;
  readonly reason: string;
}

/** What one check says of a list of medications. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly notAssessed: readonly NotAssessed[];
}
