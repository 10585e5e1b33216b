import type { RecognisedWord } from './recognition/ctc/recognised-word.js';

const MILLISECONDS = 1_000;
/** Rounds to thousandths: milliseconds, and as many digits as a confidence supports. */
export const rounded = (seconds: number) => Math.round(seconds * MILLISECONDS) / MILLISECONDS;

/**
 * Returns the parts of a recording in thousandths of a second that add up to its duration exactly:
 * the rounding error goes to the largest.
 *
 * @returns seconds
 */
export function accountFor(
  duration: number,
  parts: { readonly transcribed: number; readonly silence: number; readonly rejected: number },
): { duration: number; transcribed: number; silence: number; rejected: number } {
  const whole = Math.round(duration * MILLISECONDS);
  const entries = Object.entries(parts).map(([name, value]) => ({
    name,
    ms: Math.round(value * MILLISECONDS),
  }));
  const [largest] = [...entries].sort((a, b) => b.ms - a.ms);
  if (largest) largest.ms += whole - entries.reduce((sum, { ms }) => sum + ms, 0);
  const of = (wanted: string) => {
    const ms = entries.find(({ name }) => name === wanted)?.ms ?? 0;
    return ms / MILLISECONDS;
  };
  return {
    duration: rounded(duration),
    transcribed: of('transcribed'),
    silence: of('silence'),
    rejected: of('rejected'),
  };
}

/** Mean confidence of words, weighted by their duration; 0 without words. */
export function meanConfidence(
  words: readonly Pick<RecognisedWord, 'start' | 'end' | 'confidence'>[],
): number {
  let time = 0;
  let sum = 0;
  for (const { start, end, confidence } of words) {
    // A word of no duration has a small weight.
    const length = Math.max(0.01, end - start);
    time += length;
    sum += length * confidence;
  }
  return time === 0 ? 0 : Math.round((sum / time) * 1_000) / 1_000;
}
