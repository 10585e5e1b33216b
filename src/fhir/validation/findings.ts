import { MAX_ISSUES } from '../../core/errors.js';
import type { FhirIssue, IssueType } from '../outcome.js';

/** Collects issues, and discards those beyond what is reported. */
export interface Findings {
  /** Number of errors so far, including those that are not kept. */
  readonly errors: number;
  error(code: IssueType, diagnostics: string, expression?: string): void;
  /** A warning or an information. */
  note(severity: Note, code: IssueType, diagnostics: string, expression?: string): void;
  /** Errors first, each severity in the order found; at most a hundred, the last one states the limit. */
  all(): readonly FhirIssue[];
}

export type Note = 'warning' | 'information';

export function createFindings(): Findings {
  const errors: FhirIssue[] = [];
  const notes: FhirIssue[] = [];
  let counted = 0;
  let noted = 0;
  return {
    get errors() {
      return counted;
    },
    error(code, diagnostics, expression) {
      counted += 1;
      if (errors.length < MAX_ISSUES) {
        errors.push({ severity: 'error', code, diagnostics, ...at(expression) });
      }
    },
    note(severity, code, diagnostics, expression) {
      noted += 1;
      if (notes.length < MAX_ISSUES) {
        notes.push({ severity, code, diagnostics, ...at(expression) });
      }
    },
    all: () => cut([...errors, ...notes], counted + noted),
  };
}

const at = (expression: string | undefined) => (expression === undefined ? {} : { expression });

function cut(issues: readonly FhirIssue[], count: number): readonly FhirIssue[] {
  if (count <= MAX_ISSUES) return issues;
  const left = count - MAX_ISSUES + 1;
  const last: FhirIssue = {
    severity: 'information',
    code: 'informational',
    diagnostics: `${left} more issues were found and are not listed.`,
  };
  return [...issues.slice(0, MAX_ISSUES - 1), last];
}
