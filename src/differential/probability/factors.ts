import type { FindingTree } from '../knowledge/finding-tree.js';
import { COURSES, type CourseLength, type DiseaseFacts } from '../knowledge/schema.js';
import type { Evidence } from './evidence.js';
import { log } from './steps.js';

const UNIFORM: Readonly<Record<CourseLength, number>> = {
  hours: 0.25,
  days: 0.35,
  weeks: 0.2,
  months: 0.2,
};
const SLACK = 0.03;

/** Relative frequency in a disease by duration of the illness, in the order of {@link COURSES}. */
export type CourseRatios = readonly number[];

/** Nothing where the disease has no data on its duration. */
export function courseRatios({ course }: DiseaseFacts): CourseRatios | undefined {
  if (course === undefined) return undefined;
  const total = Object.values(course).reduce((sum, value) => sum + value, 0);
  return COURSES.map((length) => {
    const share = (course[length] ?? 0) / Math.max(1e-9, total);
    return (share + SLACK) / (UNIFORM[length] + SLACK);
  });
}

/** Logarithm of how well the duration of the illness fits a disease. */
export function courseWeight(
  ratios: CourseRatios | undefined,
  lengths: readonly CourseLength[],
): number {
  if (ratios === undefined || lengths.length === 0) return 0;
  let sum = 0;
  for (const length of lengths) sum += ratios[COURSES.indexOf(length)] ?? 0;
  return log(sum / lengths.length);
}

/** Required and forbidden findings, by number. */
export interface RequiredFindings {
  readonly needs: readonly (readonly number[])[];
  readonly never: readonly number[];
}

/** Nothing where the disease has no requirements. */
export function needsOf(
  { needs = [], never = [] }: DiseaseFacts,
  tree: FindingTree,
): RequiredFindings | undefined {
  if (needs.length === 0 && never.length === 0) return undefined;
  const numbers = (ids: readonly string[]) => ids.map((id) => tree.numberOf(id) ?? -1);
  return { needs: needs.map(numbers), never: numbers(never) };
}

/** 0 where a disease is impossible, less than 1 where its requirements are unknown. */
export function needFactor(
  required: RequiredFindings | undefined,
  { present, absent }: Evidence,
  unknown: number,
): number {
  if (required === undefined) return 1;
  if (required.never.some((n) => present.has(n))) return 0;
  let factor = 1;
  for (const row of required.needs) {
    if (row.some((n) => present.has(n))) continue;
    if (row.every((n) => absent.has(n))) return 0;
    factor *= unknown;
  }
  return factor;
}
