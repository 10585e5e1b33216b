import type { NotAssessed } from './finding.js';
import { type Severity, weightOf } from './severity.js';

/** From this severity on an alert says to monitor or to adjust, which somebody has to decide. */
export const REVIEW_AT: Severity = 'moderate';

/**
 * `blocked`: an alert is at or above the blocking severity. `review`: nothing blocks, and an alert
 * says to monitor or to adjust, or something was not judged. `clear`: all was judged, and at most
 * minor alerts were found.
 */
export const OUTCOMES = ['blocked', 'review', 'clear'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What follows from the alerts on a list. */
export interface Safety<Alert> {
  readonly outcome: Outcome;
  /** False: blocked; null: somebody has to review it; true: clear. */
  readonly safeToProceed: boolean | null;
  /** Whether there is something to review, blocked or not. */
  readonly needsReview: boolean;
  /** The alerts that decide: those that block, otherwise those to review. */
  readonly decidedBy: readonly Alert[];
}

const SAFE: Readonly<Record<Outcome, boolean | null>> = {
  blocked: false,
  review: null,
  clear: true,
};

/** Whether an alert of this severity blocks. */
export const blocks = (severity: Severity, blockAt: Severity): boolean =>
  weightOf(severity) >= weightOf(blockAt);

/**
 * Decides whether a list is safe to proceed with; the only place that does.
 *
 * @param alerts on the list, in any order
 * @param notJudged whatever could hide an alert
 * @param blockAt the severity from which an alert blocks
 */
export function judgeSafety<Alert extends { readonly severity: Severity }>(
  alerts: readonly Alert[],
  notJudged: readonly NotAssessed[],
  blockAt: Severity,
): Safety<Alert> {
  const blocking = alerts.filter(({ severity }) => blocks(severity, blockAt));
  const toReview = alerts.filter(
    ({ severity }) => !blocks(severity, blockAt) && blocks(severity, REVIEW_AT),
  );
  const needsReview = toReview.length > 0 || notJudged.length > 0;
  const outcome = blocking.length > 0 ? 'blocked' : needsReview ? 'review' : 'clear';
  return {
    outcome,
    safeToProceed: SAFE[outcome],
    needsReview,
    decidedBy: outcome === 'blocked' ? blocking : toReview,
  };
}
