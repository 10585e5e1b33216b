import { framesOf, type PcmBlock } from './pcm.js';

/** Length in seconds of the windows for which the channels are chosen. */
const WINDOW = 0.1;
/** Channels cancel when their average has less than this share of the power of the loudest. */
const CANCELS_BELOW = 0.15;
const AGREES_ABOVE = 0.4;
/** Ratio of powers above which there is a warning (20 dB). */
const FAR_APART = 100;
/** Samples at or beyond this are at full scale. */
const FULL_SCALE = 0.9995;
/** Below this share of samples at full scale there is no warning. */
const CLIPPED_SHARE = 0.001;
/** Windows of lower power are not used to choose channels (-70 dBFS). */
const QUIET = 1e-7;

export interface Mixdown {
  /** Mixes a block down to one channel; every sample is finite and in -1..1. */
  mix(block: PcmBlock): Float32Array;
  notes(): string[];
}

interface Tally {
  samples: number;
  atFullScale: number;
  notFinite: number;
  windows: number;
  chosen: number;
  powers: Float64Array;
}

/** Limits every sample to -1..1 and counts those that are not finite or at the limit. */
function cleaned(samples: Float32Array, tally: Tally): Float32Array {
  const clean = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) {
    const value = samples[i] as number;
    if (!Number.isFinite(value)) {
      tally.notFinite += 1;
      continue;
    }
    if (value >= FULL_SCALE || value <= -FULL_SCALE) tally.atFullScale += 1;
    clean[i] = value > 1 ? 1 : value < -1 ? -1 : value;
  }
  tally.samples += samples.length;
  return clean;
}

function power(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (samples[i] as number) ** 2;
  return sum / Math.max(1, to - from);
}

function averagePower(channels: readonly Float32Array[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) {
    let value = 0;
    for (const samples of channels) value += samples[i] as number;
    sum += (value / channels.length) ** 2;
  }
  return sum / Math.max(1, to - from);
}

/**
 * Adds the window's channels into `out`, with gains interpolated from the previous window to this
 * one.
 */
function addWindow(
  channels: readonly Float32Array[],
  out: Float32Array,
  from: number,
  to: number,
  gains: { before: Float64Array; now: Float64Array },
): void {
  channels.forEach((samples, channel) => {
    const start = gains.before[channel] ?? 0;
    const slope = ((gains.now[channel] ?? 0) - start) / Math.max(1, to - from);
    if (start === 0 && slope === 0) return;
    for (let i = from; i < to; i += 1) {
      out[i] = (out[i] as number) + (samples[i] as number) * (start + slope * (i - from));
    }
  });
}

/** Index of the loudest channel if the channels' average cancels, -1 for the average. */
function choose(powers: readonly number[], average: number, chosen: number): number {
  const loudest = Math.max(...powers);
  if (loudest < QUIET) return chosen;
  const kept = average / loudest;
  if (kept >= (chosen >= 0 ? AGREES_ABOVE : CANCELS_BELOW)) return -1;
  // Between channels of similar power the current one is kept.
  return (powers[chosen] ?? 0) * 2 > loudest ? chosen : powers.indexOf(loudest);
}

function notesOf(tally: Tally): string[] {
  const notes: string[] = [];
  const percent = (share: number) => `${(100 * share).toFixed(share < 0.01 ? 1 : 0)} %`;
  const clipped = tally.atFullScale / Math.max(1, tally.samples);
  if (clipped > CLIPPED_SHARE) {
    notes.push(`${percent(clipped)} of the samples are at full scale: the recording is clipped`);
  }
  if (tally.notFinite > 0) {
    notes.push(`${tally.notFinite} samples are not finite numbers; they were treated as silence`);
  }
  if (tally.chosen > 0.1 * tally.windows) {
    const share = percent(tally.chosen / tally.windows);
    notes.push(`one channel alone was used in ${share} of the time: the average would lose it`);
  } else if (Math.max(...tally.powers) > FAR_APART * Math.min(...tally.powers)) {
    notes.push('the channels differ greatly in loudness; their average was used');
  }
  return notes;
}

/**
 * The average of all channels; where they would cancel each other (one microphone with inverted
 * polarity, or one of many channels in use), the loudest channel alone.
 */
export function createMixdown(): Mixdown {
  const tally: Tally = {
    samples: 0,
    atFullScale: 0,
    notFinite: 0,
    windows: 0,
    chosen: 0,
    powers: new Float64Array(1),
  };
  let chosen = -1;
  let gains: Float64Array | null = null;
  function mixWindow(
    channels: readonly Float32Array[],
    out: Float32Array,
    from: number,
    to: number,
  ) {
    const powers = channels.map((samples) => power(samples, from, to));
    chosen = choose(powers, averagePower(channels, from, to), chosen);
    const now = new Float64Array(channels.length).fill(chosen < 0 ? 1 / channels.length : 0);
    if (chosen >= 0) now[chosen] = 1;
    addWindow(channels, out, from, to, { before: gains ?? now, now });
    gains = now;
    tally.windows += 1;
    tally.chosen += chosen < 0 ? 0 : 1;
    powers.forEach((value, channel) => {
      tally.powers[channel] = (tally.powers[channel] ?? 0) + value;
    });
  }
  return {
    mix(block) {
      const channels = block.channels.map((samples) => cleaned(samples, tally));
      if (channels.length === 1) return channels[0] ?? new Float32Array(0);
      if (tally.powers.length !== channels.length) {
        tally.powers = new Float64Array(channels.length);
        gains = null;
        chosen = -1;
      }
      const frames = framesOf(block);
      const out = new Float32Array(frames);
      const step = Math.max(1, Math.round(block.rate * WINDOW));
      for (let from = 0; from < frames; from += step) {
        mixWindow(channels, out, from, Math.min(frames, from + step));
      }
      return out;
    },
    notes: () => notesOf(tally),
  };
}
