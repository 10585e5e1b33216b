/** Samples of one level: 20 ms at 16 kHz. */
const STEP = 320;
/** Larger changes are limited to this. */
const MAX = 2;
const FAINTEST = 1e-10;
/** Minimum number of changes of level for a skewness. */
const FEWEST = 10;

/** Loudness of every 20 ms, dB below full scale. */
function levelsOf(samples: Float32Array): number[] {
  const levels: number[] = [];
  for (let from = 0; from + STEP <= samples.length; from += STEP) {
    let sum = 0;
    for (let i = from; i < from + STEP; i += 1) sum += (samples[i] ?? 0) ** 2;
    levels.push(10 * Math.log10(sum / STEP + FAINTEST));
  }
  return levels;
}

/**
 * How much steeper a sound rises than it falls: the skewness of the changes of its level from 20 ms
 * to 20 ms, -2..2. Syllables begin suddenly and die away, so speech is above 0; played backwards it
 * is below; many voices at once, like noise, are near 0, as their levels even out.
 *
 * @param samples mono, 16 kHz
 * @returns 0 for too few changes
 */
export function attackOf(samples: Float32Array): number {
  const levels = levelsOf(samples);
  const changes = levels.slice(1).map((level, index) => level - (levels[index] ?? 0));
  if (changes.length < FEWEST) return 0;
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  let [second, third] = [0, 0];
  for (const change of changes) {
    second += (change - mean) ** 2 / changes.length;
    third += (change - mean) ** 3 / changes.length;
  }
  if (second <= 0) return 0;
  return Math.max(-MAX, Math.min(MAX, third / second ** 1.5));
}
