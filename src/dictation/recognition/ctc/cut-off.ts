const BINS = 512;

/**
 * A score that about `most` of the scores reach at most, found by counting and not by sorting.
 *
 * @param best none is better
 * @param floor what is worse does not count
 * @returns `floor` when no more than `most` reach it
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
    // what shares the bin of the best lives on, however many they are
    if (kept > max) return best - Math.max(bin, 1) / scale;
  }
  return floor;
}
