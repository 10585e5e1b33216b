import type { Tensors } from '../../inference/backends/backend.js';
import type { SpeechCtcManifest } from '../../inference/schema.js';
import { createLogMel } from '../recognition/features/log-mel.js';

/** Converts a chunk of sound to the input of the network. */
export interface FrontEnd {
  /** Samples at 16 kHz from one input frame to the next. */
  readonly samplesPerFrame: number;
  /** Undefined for a chunk shorter than one frame. */
  feeds(samples: Float32Array): Tensors | undefined;
}

type Input = SpeechCtcManifest['input'];
type WaveformInput = Extract<Input, { form: 'waveform' }>;
type LogMelInput = Extract<Input, { form: 'log-mel' }>;

/** Minimum input of networks that take a waveform: 25 ms. */
const MIN_SAMPLES = 400;
const MIN_VARIANCE = 1e-7;

function standardised(samples: Float32Array): Float32Array {
  const mean = samples.reduce((sum, one) => sum + one, 0) / samples.length;
  const variance = samples.reduce((sum, one) => sum + (one - mean) ** 2, 0) / samples.length;
  const scale = 1 / Math.sqrt(variance + MIN_VARIANCE);
  return samples.map((one) => (one - mean) * scale);
}

function waveformFrontEnd({ name, standardised: scaled }: WaveformInput): FrontEnd {
  return {
    samplesPerFrame: 1,
    feeds(samples) {
      if (samples.length < MIN_SAMPLES) return undefined;
      const data = scaled ? standardised(samples) : samples;
      return { [name]: { dtype: 'float32', shape: [1, data.length], data } };
    },
  };
}

/** Transposes frames to bands. */
function transposed(values: Float32Array, frames: number, bands: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let band = 0; band < bands; band += 1) {
      out[band * frames + frame] = values[frame * bands + band] ?? 0;
    }
  }
  return out;
}

function logMelFrontEnd({ name, layout, length_name, features }: LogMelInput): FrontEnd {
  const logMel = createLogMel({
    windowSamples: features.window_samples,
    hopSamples: features.hop_samples,
    fft: features.fft,
    mels: features.mels,
    lowHz: features.low_hz,
    highHz: features.high_hz,
    melScale: features.mel_scale,
    areaNormalised: features.area_normalised,
    preEmphasis: features.pre_emphasis,
    framing: features.framing,
    floor: features.floor,
    floorMode: features.floor_mode,
    normalise: features.normalise,
  });
  const bands = features.mels;
  return {
    samplesPerFrame: features.hop_samples,
    feeds(samples) {
      const { frames, values } = logMel(samples);
      if (frames === 0) return undefined;
      const first = layout === 'frames_first';
      const data = first ? values : transposed(values, frames, bands);
      const shape = first ? [1, frames, bands] : [1, bands, frames];
      const length = BigInt64Array.from([BigInt(frames)]);
      return {
        [name]: { dtype: 'float32', shape, data },
        ...(length_name !== undefined && {
          [length_name]: { dtype: 'int64', shape: [1], data: length },
        }),
      };
    },
  };
}

/** Creates the front end of a manifest. */
export function createFrontEnd(input: Input): FrontEnd {
  return input.form === 'waveform' ? waveformFrontEnd(input) : logMelFrontEnd(input);
}
