import type { CollectedFindings } from './collect.js';
import type { Grade } from './rule.js';
import { cite } from './sources.js';
import { LEVELS, rankOf, type Urgency } from './types.js';

const gradesOf = ({ findings, circumstances }: CollectedFindings): Grade[] =>
  findings.map((one) => one.rule.grade(one, circumstances));

/**
 * An unsure finding is usually one level less urgent than the finding; below `routine` it is
 * ignored.
 */
export function doubtsOf({ unsure, circumstances }: CollectedFindings): Grade[] {
  return unsure.flatMap(({ rule, probability }) => {
    const suspected = { probability, side: undefined, measured: undefined };
    const grade = rule.grade({ rule, severity: 'none', ...suspected }, circumstances);
    const level = rule.inDoubt ?? LEVELS[rankOf(grade.level) - 1];
    if (level === undefined) return [];
    return [
      { level, because: `${rule.noun} is neither confirmed nor excluded`, source: grade.source },
    ];
  });
}

/** The first of the most urgent. */
export function mostUrgent(grades: readonly Grade[]): Grade | undefined {
  return grades.reduce<Grade | undefined>(
    (worst, grade) =>
      worst === undefined || rankOf(grade.level) > rankOf(worst.level) ? grade : worst,
    undefined,
  );
}

/** Whether an unsure finding is more urgent than all findings. */
export function doubtComesFirst(collected: CollectedFindings): boolean {
  const doubt = mostUrgent(doubtsOf(collected));
  const finding = mostUrgent(gradesOf(collected));
  return (
    doubt !== undefined && finding !== undefined && rankOf(doubt.level) > rankOf(finding.level)
  );
}

/**
 * The urgency of the report: that of the most urgent finding or unsure finding, the first of
 * equals. The levels are the time scales of the ACR Actionable Reporting Work Group (minutes,
 * hours, days; doi:10.1016/j.jacr.2013.12.016) with `routine` below them.
 *
 * @returns undefined without findings and unsure findings.
 */
export function urgencyOf(collected: CollectedFindings): Urgency | undefined {
  const grade = mostUrgent([...gradesOf(collected), ...doubtsOf(collected)]);
  return grade && { level: grade.level, because: grade.because, source: cite([grade.source]) };
}
