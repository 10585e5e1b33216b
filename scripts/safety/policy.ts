/** Severity of the effect on patients, mildest first: the five words of DCB0129. */
export const SEVERITIES = [
  'minor',
  'significant',
  'considerable',
  'major',
  'catastrophic',
] as const;
export type HarmSeverity = (typeof SEVERITIES)[number];

/** Likelihood of the effect, least likely first: the five words of DCB0129. */
export const LIKELIHOODS = ['very low', 'low', 'medium', 'high', 'very high'] as const;
export type Likelihood = (typeof LIKELIHOODS)[number];

export const LEVELS = [1, 2, 3, 4, 5] as const;
export type RiskLevel = (typeof LEVELS)[number];

/** The risk matrix of DCB0129: the levels by severity, in the order of `SEVERITIES`. */
export const MATRIX: Readonly<Record<Likelihood, readonly RiskLevel[]>> = {
  'very low': [1, 1, 2, 2, 3],
  low: [1, 2, 2, 3, 4],
  medium: [2, 2, 3, 3, 4],
  high: [2, 3, 3, 4, 5],
  'very high': [3, 4, 4, 5, 5],
};

export interface Rating {
  readonly severity: HarmSeverity;
  readonly likelihood: Likelihood;
}

/** The level of a risk by the matrix. */
export function levelOf({ severity, likelihood }: Rating): RiskLevel {
  const level = MATRIX[likelihood][SEVERITIES.indexOf(severity)];
  if (level === undefined) throw new RangeError(`no level for ${severity}, ${likelihood}`);
  return level;
}

/** What may be said of a residual risk, most permissive first. */
export const VERDICTS = ['acceptable', 'conditional', 'unacceptable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The most permissive verdict that each level allows. */
export const MOST_PERMISSIVE: Readonly<Record<RiskLevel, Verdict>> = {
  1: 'acceptable',
  2: 'acceptable',
  3: 'conditional',
  4: 'unacceptable',
  5: 'unacceptable',
};

/** Whether the policy allows this verdict at this level; a stricter one is always allowed. */
export const allows = (level: RiskLevel, verdict: Verdict): boolean =>
  VERDICTS.indexOf(verdict) >= VERDICTS.indexOf(MOST_PERMISSIVE[level]);

/** Whether a rating is in no respect worse than another. */
export const isNoWorse = (one: Rating, other: Rating): boolean =>
  SEVERITIES.indexOf(one.severity) <= SEVERITIES.indexOf(other.severity) &&
  LIKELIHOODS.indexOf(one.likelihood) <= LIKELIHOODS.indexOf(other.likelihood);
