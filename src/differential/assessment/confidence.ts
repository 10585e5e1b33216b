import type { Differential } from '../probability/diagnostician.js';

/** The inputs of the confidence. */
export interface ConfidenceSigns {
  /** Probability of the first disease of the differential, 0..1. */
  readonly first: number;
  /** Probability of the second disease. */
  readonly second: number;
  /** Number of findings that are present or absent. */
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
 * Returns the probability that the first diagnosis is right, 0..1, from its lead and the number of
 * known findings. Unexplained findings did not improve the fit.
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

/** Probability of the first and second disease of a differential. */
export const leadOf = ({ ranked }: Differential): Pick<ConfidenceSigns, 'first' | 'second'> => ({
  first: ranked[0]?.probability ?? 0,
  second: ranked[1]?.probability ?? 0,
});
