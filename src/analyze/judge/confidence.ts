import type { Differential } from '../differential/diagnostician.js';

/** What the confidence is judged by. */
export interface ConfidenceSigns {
  /** Probability of the first of the differential, 0..1. */
  readonly first: number;
  /** The same of the second. */
  readonly second: number;
  /** Findings that are there or are said to be absent. */
  readonly findings: number;
  readonly contradictions: number;
}

/** Coefficients of a logistic regression; see `scripts/knowledge/measure/tune.ts`. */
export const CONFIDENCE = {
  intercept: -2.15,
  first: 1.01,
  lead: 1.07,
  findings: 0.78,
  contradiction: -1,
} as const;

const MAX_FINDINGS = 12;

/**
 * How probable it is that the first diagnosis is right, 0..1: by how far it leads and by how much is
 * known. What it leaves unexplained told nothing more where it was fitted.
 */
export function confidenceOf(signs: ConfidenceSigns): number {
  const { first, second, findings, contradictions } = signs;
  const sum =
    CONFIDENCE.intercept +
    CONFIDENCE.first * first +
    CONFIDENCE.lead * (first - second) +
    CONFIDENCE.findings * Math.log(1 + Math.min(MAX_FINDINGS, findings)) +
    CONFIDENCE.contradiction * contradictions;
  return 1 / (1 + Math.exp(-sum));
}

/** Probability of the first and second of a differential. */
export const leadOf = ({ ranked }: Differential): Pick<ConfidenceSigns, 'first' | 'second'> => ({
  first: ranked[0]?.probability ?? 0,
  second: ranked[1]?.probability ?? 0,
});
