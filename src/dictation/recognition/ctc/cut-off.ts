const BINS = 512;

/**
 * Returns a score that about `max` of the scores reach at most, by counting instead of sorting.
 *
 * @param best the highest score
 * @param floor lower scores are ignored
 * @returns `floor` when at most `max` scores reach it
 */
export function cutOff(
  scores: ArrayLike<number>,
  count: number,
  { best, floor, max }: { best: number; floor: number; max: number },
): number {
  if (count <= max || !(best > floor)) return floor;
  const bins = new Uint32Array(BINS);
  const scale = BINS / (best - floor);
  for (let i = 0; i < count; i += 1) {
    const behind = (best - (scores[i] ?? 0)) * scale;
    if (behind < BINS) bins[behind | 0] = (bins[behind | 0] ?? 0) + 1;
  }
  let kept = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    kept += bins[bin] ?? 0;
    // all scores in the bin of the best are kept
    if (kept > max) return best - Math.max(bin, 1) / scale;
  }
  return floor;
}
