import type { ScoreResult } from '../../scores/schema.js';
import type { Urgency } from '../knowledge/schema.js';
import type { TriageMatch } from './triage.js';

/** The part of a score that early warning uses. */
export type EarlyWarningScore = Pick<
  ScoreResult,
  'score' | 'name' | 'value' | 'bounds' | 'category' | 'reference'
>;

/** Scores that decide about urgency even while values are missing. */
export const BOUNDED_SCORES: ReadonlySet<string> = new Set(['news2', 'qsofa']);

const RED_SCORE = 'low-medium';

/** Points that are certain: the score, or its minimum while values are missing. */
export function certainPoints(
  scores: readonly EarlyWarningScore[],
  id: string,
): number | undefined {
  const found = scores.find(({ score }) => score === id);
  if (found === undefined) return undefined;
  return typeof found.value === 'number' ? found.value : found.bounds?.min;
}

function fired(score: EarlyWarningScore, level: Urgency, points: number): TriageMatch {
  const atLeast = typeof score.value === 'number' ? '' : 'at least ';
  return {
    rule: score.name,
    level,
    firedBy: [`${atLeast}${points} points`],
    source: score.reference.title,
  };
}

/**
 * Returns the urgency by early-warning scores: NEWS2 of 7 requires an emergency response, of 5 or
 * with one extreme measurement an urgent one (Royal College of Physicians 2017); qSOFA of 2 with
 * suspected infection an urgent one (Singer 2016, doi 10.1001/jama.2016.0287).
 */
export function firedScores(scores: readonly EarlyWarningScore[]): TriageMatch[] {
  const matches: TriageMatch[] = [];
  const news2 = scores.find(({ score }) => score === 'news2');
  const points = certainPoints(scores, 'news2');
  if (news2 !== undefined && points !== undefined) {
    if (points >= 7) matches.push(fired(news2, 'critical', points));
    else if (points >= 5 || news2.category === RED_SCORE)
      matches.push(fired(news2, 'high', points));
  }
  const qsofa = scores.find(({ score }) => score === 'qsofa');
  const sepsis = certainPoints(scores, 'qsofa');
  if (qsofa !== undefined && sepsis !== undefined && sepsis >= 2) {
    matches.push(fired(qsofa, 'high', sepsis));
  }
  return matches;
}
