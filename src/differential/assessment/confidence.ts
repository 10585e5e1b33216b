import type { Differential } from '../probability/diagnostician.js';

/** What the confidence of an analysis depends on. */
export interface ConfidenceSigns {
  /** Probability of the first disease of the differential, 0..1. */
  readonly first: number;
  /** Weight of the present finding that supports the first disease most; 0 where none does. */
  readonly strongest: number;
  /** Number of findings that are present. */
  readonly present: number;
  readonly contradictions: number;
}

/** Coefficients of a logistic regression; see `scripts/knowledge/measure/confidence.ts`. */
export const CONFIDENCE = {
  intercept: -2.09,
  first: 0.61,
  strongest: 0.59,
  present: 0.2,
  /** Too rare in the cases to be fitted. */
  contradiction: -1,
} as const;

const MAX_PRESENT = 12;
const MIN_SHARE = 0.01;

const logit = (share: number): number => {
  const p = Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, share));
  return Math.log(p / (1 - p));
};

/** The terms that are fitted: log-odds of the first disease, its strongest finding, log of 1 + findings. */
export const confidenceTerms = ({ first, strongest, present }: ConfidenceSigns) =>
  [logit(first), strongest, Math.log(1 + Math.min(MAX_PRESENT, present))] as const;

/**
 * Returns the probability that the first diagnosis is right, 0..1. How much the second disease is
 * behind, what is denied, what the first leaves unexplained and how many sentences were not understood
 * did not improve the fit.
 */
export function confidenceOf(signs: ConfidenceSigns): number {
  const [first, strongest, present] = confidenceTerms(signs);
  const sum =
    CONFIDENCE.intercept +
    CONFIDENCE.first * first +
    CONFIDENCE.strongest * strongest +
    CONFIDENCE.present * present +
    CONFIDENCE.contradiction * signs.contradictions;
  return 1 / (1 + Math.exp(-sum));
}

/** What a differential says of its first disease. */
export function leadOf({
  ranked,
  contributionsOf,
}: Pick<Differential, 'ranked' | 'contributionsOf'>): Pick<ConfidenceSigns, 'first' | 'strongest'> {
  const [first] = ranked;
  if (first === undefined) return { first: 0, strongest: 0 };
  const weights = contributionsOf(first.disease)
    .filter(({ finding, absent }) => finding >= 0 && !absent)
    .map(({ weight }) => weight);
  return { first: first.probability, strongest: Math.max(0, ...weights) };
}
