import { among, type FindingTree } from '../knowledge/finding-tree.js';
import type { CourseLength, DiseaseFacts } from '../knowledge/schema.js';
import type { Evidence } from './evidence.js';
import { log } from './steps.js';

const UNIFORM: Readonly<Record<CourseLength, number>> = {
  hours: 0.25,
  days: 0.35,
  weeks: 0.2,
  months: 0.2,
};
const SLACK = 0.03;

/** Logarithm of how well the length of the illness fits a disease. */
export function courseWeight({ course }: DiseaseFacts, lengths: readonly CourseLength[]): number {
  if (course === undefined || lengths.length === 0) return 0;
  const total = Object.values(course).reduce((sum, value) => sum + value, 0);
  const ratios = lengths.map((length) => {
    const share = (course[length] ?? 0) / Math.max(1e-9, total);
    return (share + SLACK) / (UNIFORM[length] + SLACK);
  });
  return log(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length);
}

/** 0 where a disease cannot be, less than 1 where nobody said whether it can. */
export function needFactor(
  { needs = [], never = [] }: DiseaseFacts,
  tree: FindingTree,
  { present, absent }: Evidence,
  unknown: number,
): number {
  if (never.length === 0 && needs.length === 0) return 1;
  const has = among(tree, present);
  const lacks = among(tree, absent);
  if (never.some(has)) return 0;
  let factor = 1;
  for (const row of needs) {
    if (row.some(has)) continue;
    if (row.every(lacks)) return 0;
    factor *= unknown;
  }
  return factor;
}
