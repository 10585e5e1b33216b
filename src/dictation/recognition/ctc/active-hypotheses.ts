import type { Hypotheses } from './hypotheses.js';

/** Survivors further behind than this say nothing of how sure the best is. */
const SURVIVOR_REACH = 12;

/** What was still in the running after a frame. */
export interface ActiveHypotheses {
  readonly frame: number;
  readonly pasts: Int32Array;
  readonly scores: Float64Array;
}

/** Those of the hypotheses of a frame that count. */
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
