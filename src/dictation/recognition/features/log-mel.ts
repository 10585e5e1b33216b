import { hann } from './hann.js';
import { type MelFilter, melFilters } from './mel-filters.js';
import { normaliseBands } from './normalise.js';
import { createPowerSpectrum } from './power-spectrum.js';

const SAMPLE_RATE = 16_000;

/** Parameters of the log-mel features of sound at 16 kHz, as in the training of the network. */
export interface LogMelOptions {
  readonly windowSamples: number;
  /** From the beginning of a frame to that of the next. */
  readonly hopSamples: number;
  /** Points of the transform, a power of two, at least the window. */
  readonly fft: number;
  readonly mels: number;
  readonly lowHz: number;
  readonly highHz: number;
  readonly melScale: 'htk' | 'slaney';
  /** Whether each filter has an area of 1 instead of a height of 1. */
  readonly areaNormalised: boolean;
  /** Pre-emphasis: share of the previous sample that is subtracted, 0..1. */
  readonly preEmphasis: number;
  /** `inside`: whole frames only; `padded`: one around every hop, with zeros beyond both ends. */
  readonly framing: 'inside' | 'padded';
  /** The minimum energy of a band, or the value added to each. */
  readonly floor: number;
  readonly floorMode: 'max' | 'add';
  readonly normalise: 'one_deviation' | 'per_band' | 'none';
}

/** Features of a stretch of sound, frame after frame. */
export interface Features {
  readonly frames: number;
  /** `frames` × `mels` values. */
  readonly values: Float32Array;
}

/** Returns the number of frames of so many samples. */
function frameCount(samples: number, options: LogMelOptions): number {
  const { windowSamples, hopSamples, framing } = options;
  if (framing === 'padded') return samples === 0 ? 0 : 1 + Math.floor(samples / hopSamples);
  return samples < windowSamples ? 0 : 1 + Math.floor((samples - windowSamples) / hopSamples);
}

/** Logarithms of the energy in each band of one frame. */
function createBands(options: LogMelOptions): (windowed: Float64Array, out: Float32Array) => void {
  const { mels, lowHz, highHz, melScale, areaNormalised, fft, floor, floorMode } = options;
  const filters: MelFilter[] = melFilters({
    filters: mels,
    lowest: lowHz,
    highest: highHz,
    scale: melScale,
    areaNormalised,
    sampleRate: SAMPLE_RATE,
    size: fft,
  });
  const powerSpectrum = createPowerSpectrum(fft);
  const power = new Float64Array(fft / 2 + 1);
  const floored = (energy: number) =>
    floorMode === 'max' ? Math.max(energy, floor) : energy + floor;
  return (windowed, out) => {
    powerSpectrum(windowed, power);
    for (const [band, { first, weights }] of filters.entries()) {
      let energy = 0;
      for (let i = 0; i < weights.length; i += 1) {
        energy += (weights[i] ?? 0) * (power[first + i] ?? 0);
      }
      out[band] = Math.log(floored(energy));
    }
  };
}

/**
 * Logarithms of the energy in mel bands, without dither.
 *
 * @returns a function from samples (mono, 16 kHz, -1..1) to features, none for too few samples
 * @throws RangeError when the transform's size is not a power of two
 */
export function createLogMel(options: LogMelOptions): (samples: Float32Array) => Features {
  const { windowSamples, hopSamples, fft, mels, preEmphasis, framing, normalise } = options;
  const window = hann(windowSamples);
  const bands = createBands(options);
  const windowed = new Float64Array(fft);
  // Centred in the transform where frames are centred around their hop.
  const lead = framing === 'padded' ? Math.floor((fft - windowSamples) / 2) : 0;
  const startOf = (frame: number) => frame * hopSamples - (framing === 'padded' ? fft / 2 : 0);
  return (samples) => {
    const frames = frameCount(samples.length, options);
    const values = new Float32Array(frames * mels);
    // The first sample is preceded by a copy of itself, which the emphasis subtracts.
    const at = (i: number) => (i < 0 && framing === 'inside' ? samples[0] : samples[i]) ?? 0;
    for (let frame = 0; frame < frames; frame += 1) {
      const start = startOf(frame) + lead;
      for (let i = 0; i < windowSamples; i += 1) {
        const emphasised = at(start + i) - preEmphasis * at(start + i - 1);
        windowed[lead + i] = emphasised * (window[i] ?? 0);
      }
      bands(windowed, values.subarray(frame * mels, (frame + 1) * mels));
    }
    return { frames, values: normaliseBands(values, frames, mels, normalise) };
  };
}
