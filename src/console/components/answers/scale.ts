import type { ScoreCategory } from './answer-types.js';

/** A category on a drawn scale. */
export interface Segment {
  readonly id: string;
  /** Values of the score; the upper end belongs to the next category. */
  readonly from: number;
  readonly to: number;
  /** Parts of the whole length, 0 to 1. */
  readonly start: number;
  readonly end: number;
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly segments: readonly Segment[];
  /** Categories that do not follow from the value alone. */
  readonly apart: readonly string[];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const isNumber = (value: number | undefined): value is number => value !== undefined;

/**
 * The ends of a scale: those of the score where it has a range that can be drawn, else as far as its
 * limits and the values to be shown reach.
 */
function endsOf(limits: readonly number[], range: Range | undefined, shown: readonly number[]) {
  const inside = limits.filter((limit) => range === undefined || limit > range.min);
  const values = [...inside, ...shown];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const margin = Math.max((high - low) / 4, Math.abs(high) / 10, 1);
  const span = high - low + 2 * margin;
  // A plausible range of thousands would leave no room for the limits that matter.
  const tooWide = range !== undefined && range.max - range.min > 8 * span;
  if (range !== undefined && !tooWide) {
    return { min: Math.min(range.min, low), max: Math.max(range.max, high) };
  }
  const atLeast = range?.min ?? (low >= 0 ? 0 : Number.NEGATIVE_INFINITY);
  return { min: Math.max(low - margin, atLeast), max: high + margin };
}

/**
 * The categories of a score along its values.
 *
 * @param shown values that must lie on the scale: the score, or its bounds
 * @returns undefined where no category has a limit
 */
export function scaleOf(
  categories: readonly ScoreCategory[],
  range: Range | undefined,
  shown: readonly number[],
): Scale | undefined {
  const placed = categories.filter(({ from }) => isNumber(from));
  const apart = categories.filter(({ from }) => !isNumber(from)).map(({ id }) => id);
  const limits = placed.map(({ from }) => from).filter(isNumber);
  if (limits.length < 2) return undefined;
  const { min, max } = endsOf(limits, range, shown.filter(Number.isFinite));
  const at = (value: number) => positionOn({ min, max }, value);
  const segments = placed
    .map(({ id, from = min }, n) => {
      const next = placed[n + 1]?.from ?? max;
      return { id, from, to: next, start: at(from), end: at(next) };
    })
    .filter(({ start, end }) => end > start);
  return { min, max, segments, apart };
}

/** Where a value lies on a scale, 0 to 1; values beyond an end lie at it. */
export function positionOn({ min, max }: Range, value: number): number {
  if (max <= min) return 0;
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}
