import { type AudioWarnings, LONGEST_GAP } from './audio-warnings.js';
import { type PcmBlock, silentBlock } from './pcm.js';

/** Keeps a container's clock and what was decoded together where something is missing. */
export interface GapFiller {
  /** Samples so far, silence included. */
  readonly position: number;
  /** Something damaged was left out: the next jump of the clock is its length. */
  lost(): void;
  /** The clock ran on while nothing was recorded, without damage. */
  paused(): void;
  /** Silence up to where the next sound belongs, if something was lost before it. */
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
      // One place, however many frames in a row it took.
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
