import type { SoundBurst } from './burst-detector.js';
import type { ActivityKind } from './chunk.js';

/** Frames kept before and after a voice, as it may begin and end softly. */
const BEFORE = 25;
const BEHIND = 35;
/** Maximum distance of unvoiced sound that belongs to a voice: consonants, breaths. */
const NEAR = 40;
/** Loudness above which sound is not silence: -57 dBFS. */
const SILENCE = 2e-6;
/** Frames on either side over which loudness is averaged. */
const AVERAGED = 5;

/** Delay of labels, frames. */
const LAG = NEAR + BEFORE + 1;

export interface ActivityLabeller {
  /** Powers of the frames in order. */
  frame(power: number): void;
  burst(burst: SoundBurst): void;
  /** Returns the labels of all frames that are certain once all bursts up to `settled` are known. */
  take(settled: number): ActivityKind[];
}

/**
 * Labels frames as voice, with the sound that belongs to it, or by loudness as silence or noise.
 */
export function createActivityLabeller(): ActivityLabeller {
  /** Number of the first frame that is not labelled yet, and facts from it on. */
  let first = 0;
  let powers: number[] = [];
  let past: number[] = [];
  let bursts: SoundBurst[] = [];
  function speaks(frame: number): boolean {
    const voices = bursts.filter(({ voiced }) => voiced);
    if (voices.some(({ start, end }) => frame >= start - BEFORE && frame < end + BEHIND))
      return true;
    const near = voices.some(
      ({ start, end }) => frame >= start - NEAR - BEFORE && frame < end + NEAR + BEFORE,
    );
    const sounding = bursts.some(({ start, end }) => frame >= start - 10 && frame < end + 10);
    return near && sounding;
  }
  function loudness(index: number): number {
    let sum = 0;
    let count = 0;
    for (let i = index - AVERAGED; i <= index + AVERAGED; i += 1) {
      const power = i < 0 ? past.at(i) : powers[i];
      if (power === undefined) continue;
      sum += power;
      count += 1;
    }
    return sum / Math.max(1, count);
  }
  return {
    frame(power) {
      powers.push(power);
    },
    burst(burst) {
      bursts.push(burst);
    },
    take(settled) {
      const count = Math.max(0, Math.min(settled - LAG - first, powers.length));
      const labels: ActivityKind[] = [];
      for (let index = 0; index < count; index += 1) {
        if (speaks(first + index)) labels.push('speech');
        else labels.push(loudness(index) > SILENCE ? 'noise' : 'silence');
      }
      past = [...past, ...powers.slice(0, count)].slice(-AVERAGED);
      powers = powers.slice(count);
      first += count;
      bursts = bursts.filter(({ end }) => end + NEAR + BEFORE + BEHIND > first);
      return labels;
    },
  };
}

/** Labels the remaining frames at the end. */
export const AT_THE_END = Number.MAX_SAFE_INTEGER;
