import { hann } from '../features/hann.js';
import { HTK } from '../features/mel-filters.js';
import { createPowerSpectrum } from '../features/power-spectrum.js';

/** Samples from one frame to the next: 10 ms at 16 kHz. */
export const HOP = 160;
const WINDOW = 640;
const SIZE = 1024;
/** A frame describes the middle 10 ms of its window. */
const LEAD = (WINDOW - HOP) / 2;
const HZ_PER_BIN = 16_000 / SIZE;
/** Bins of the voice's harmonics, 80..1500 Hz, for periodicity. */
export const FIRST_BIN = Math.round(80 / HZ_PER_BIN);
export const BINS = Math.round(1500 / HZ_PER_BIN) - FIRST_BIN;
/** Bands for sound above the noise, 100..6500 Hz. */
export const BANDS = 20;

/** Measurements of 10 ms. All powers are mean squares, full scale is 1. */
export interface Frame {
  /** Power of each band, the narrow ones in the low first. */
  readonly bands: Float32Array;
  /** Power of each bin from 80 to 1500 Hz. */
  readonly bins: Float32Array;
  /** Power of all bands. */
  readonly power: number;
}

const { mel, hertz } = HTK;

/** First bin of each band, and the one after the last. */
const EDGES = Array.from({ length: BANDS + 1 }, (_, band) => {
  const low = mel(100);
  return Math.round(hertz(low + ((mel(6500) - low) * band) / BANDS) / HZ_PER_BIN);
});

const HANN = hann(WINDOW);
/** From |X|² of the window to a share of the mean square, both halves of the spectrum counted. */
const SCALE = 2 / (SIZE * HANN.reduce((sum, value) => sum + value * value, 0));

function measure(power: Float64Array): Frame {
  const bands = new Float32Array(BANDS);
  let all = 0;
  for (let band = 0; band < BANDS; band += 1) {
    let sum = 0;
    for (let bin = EDGES[band] ?? 0; bin < (EDGES[band + 1] ?? 0); bin += 1) {
      sum += power[bin] ?? 0;
    }
    bands[band] = sum * SCALE;
    all += sum * SCALE;
  }
  const bins = new Float32Array(BINS);
  for (let i = 0; i < BINS; i += 1) bins[i] = (power[FIRST_BIN + i] ?? 0) * SCALE;
  return { bands, bins, power: all };
}

export interface Analysis {
  push(samples: Float32Array): Frame[];
  /** Returns the last frames, with the last sample repeated. */
  finish(): Frame[];
}

/** Spectra of 10 ms each, ceil(n / 160) for n samples, without the constant part. */
export function createAnalysis(): Analysis {
  const powerSpectrum = createPowerSpectrum(SIZE);
  const windowed = new Float64Array(SIZE);
  const power = new Float64Array(SIZE / 2 + 1);
  let held = new Float32Array(0);
  let taken = 0;
  let made = 0;
  function frameAt(at: number): Frame {
    let mean = 0;
    for (let i = 0; i < WINDOW; i += 1) mean += held[at + i] as number;
    mean /= WINDOW;
    for (let i = 0; i < WINDOW; i += 1) {
      windowed[i] = ((held[at + i] as number) - mean) * (HANN[i] as number);
    }
    powerSpectrum(windowed, power);
    return measure(power);
  }
  function add(samples: Float32Array): Frame[] {
    const joined = new Float32Array(held.length + samples.length);
    joined.set(held);
    joined.set(samples, held.length);
    held = joined;
    const frames: Frame[] = [];
    let at = 0;
    for (; at + WINDOW <= held.length; at += HOP) frames.push(frameAt(at));
    held = held.slice(at);
    made += frames.length;
    return frames;
  }
  return {
    push(samples) {
      if (samples.length === 0) return [];
      if (taken === 0) held = new Float32Array(LEAD).fill(samples[0] ?? 0);
      taken += samples.length;
      return add(samples);
    },
    finish() {
      const missing = Math.ceil(taken / HOP) - made;
      if (missing <= 0) return [];
      return add(new Float32Array(missing * HOP + WINDOW).fill(held.at(-1) ?? 0)).slice(0, missing);
    },
  };
}
