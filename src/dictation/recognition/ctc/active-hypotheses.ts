import type { Hypotheses } from './hypotheses.js';

/** Hypotheses further behind the best do not affect its confidence. */
const SURVIVOR_REACH = 12;

/** The active hypotheses after a frame. */
export interface ActiveHypotheses {
  readonly frame: number;
  readonly pasts: Int32Array;
  readonly scores: Float64Array;
}

/** Returns the active hypotheses of a frame. */
export function survivorsOf(
  { count, total, past }: Hypotheses,
  frame: number,
  best: number,
): ActiveHypotheses {
  const pasts: number[] = [];
  const scores: number[] = [];
  for (let i = 0; i < count; i += 1) {
    if (!((total[i] ?? 0) >= best - SURVIVOR_REACH)) continue;
    pasts.push(past[i] ?? -1);
    scores.push(total[i] ?? 0);
  }
  return { frame, pasts: Int32Array.from(pasts), scores: Float64Array.from(scores) };
}
