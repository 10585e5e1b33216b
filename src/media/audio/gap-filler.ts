import { type AudioWarnings, LONGEST_GAP } from './audio-warnings.js';
import { type PcmBlock, silentBlock } from './pcm.js';

/** Inserts silence where a container's clock shows that sound is missing. */
export interface GapFiller {
  /** Samples so far, silence included. */
  readonly position: number;
  /** A damaged part was skipped: the next jump of the clock is its length. */
  lost(): void;
  /** The clock advanced while nothing was recorded, without damage. */
  paused(): void;
  /** Silence up to the time of the next sound, if sound was lost before it. */
  before(sample: number): Generator<PcmBlock, void, void>;
  /** Counts samples as decoded. */
  passed(samples: number): void;
}

/** Silence in blocks of at most a second. */
export function* silence(rate: number, channels: number, samples: number) {
  for (let left = samples; left > 0; left -= rate) {
    yield silentBlock(rate, channels, Math.min(rate, left));
  }
}

export function createGapFiller(
  sound: { readonly rate: number; readonly channels: number },
  trouble: AudioWarnings,
): GapFiller {
  let position = 0;
  let anyLost = false;
  let paused = false;
  return {
    get position() {
      return position;
    },
    lost() {
      // Consecutive lost frames count as one place.
      if (!anyLost) trouble.lost(1);
      anyLost = true;
    },
    paused() {
      paused = true;
    },
    *before(sample) {
      const gap = sample - position;
      const believed = (anyLost || paused) && gap > 0 && gap <= LONGEST_GAP * sound.rate;
      anyLost = false;
      paused = false;
      if (!believed) return;
      position += gap;
      trouble.filled(gap / sound.rate);
      yield* silence(sound.rate, sound.channels, gap);
    },
    passed(samples) {
      position += samples;
    },
  };
}
