import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../src/core/random.js';
import { createWhisperFeatures } from '../../../../../src/dictation/recognition/whisper/log-mel.js';
import { createSpectrum } from '../../../../../src/dictation/recognition/whisper/spectrum.js';

const SOUND = { sampleRate: 16_000, fft: 400, hop: 160, mels: 80, window: 6 };

/** Tones that come and go over noise. */
function someSound(samples: number, seed: number): Float32Array {
  const dice = createRandom(seed);
  return Float32Array.from({ length: samples }, (_, i) => {
    const t = i / 16_000;
    const tone = Math.sin(2 * Math.PI * (150 + 900 * t) * t) * Math.max(0, Math.sin(5 * t));
    return 0.4 * tone + 0.02 * (dice() - 0.5);
  });
}

/** The feature extractor of the library that the public exports are made for. */
async function libraryFeatures(samples: Float32Array, mels: number, window: number) {
  // It has no types.
  const path: string = '@xenova/transformers/src/processors.js';
  const { WhisperFeatureExtractor } = await import(path);
  const extractor = new WhisperFeatureExtractor({
    feature_extractor_type: 'WhisperFeatureExtractor',
    chunk_length: window,
    feature_size: mels,
    hop_length: 160,
    n_fft: 400,
    n_samples: window * 16_000,
    nb_max_frames: window * 100,
    sampling_rate: 16_000,
  });
  const padded = new Float32Array(window * 16_000);
  padded.set(samples);
  // Its tensors want another release of ONNX Runtime: the step before them is asked.
  return extractor._extract_fbank_features(padded).data;
}

const furthest = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0);

describe('createSpectrum', () => {
  it.each([400, 512, 30, 7])('gives the power of a plain transform of %i points', (n) => {
    const frame = Float64Array.from(someSound(n, n));
    const power = new Float64Array(Math.floor(n / 2) + 1);
    createSpectrum(n)(frame, power);
    for (const [bin, value] of power.entries()) {
      let re = 0;
      let im = 0;
      for (let i = 0; i < n; i += 1) {
        re += frame[i]! * Math.cos((2 * Math.PI * bin * i) / n);
        im -= frame[i]! * Math.sin((2 * Math.PI * bin * i) / n);
      }
      expect(value).toBeCloseTo(re * re + im * im, 8);
    }
  });
});

describe('createWhisperFeatures', () => {
  it.each([
    ['half a window', 48_000, 80, 6],
    ['a whole window', 96_000, 80, 6],
    ['all but a few samples', 95_950, 80, 6],
    ['a moment', 333, 80, 6],
    ['128 bands', 100_000, 128, 10],
  ])('agrees with the library: %s', async (_, samples, mels, window) => {
    const sound = someSound(samples, samples);
    const own = createWhisperFeatures({ ...SOUND, mels, window })(sound);
    const theirs = await libraryFeatures(sound, mels, window);
    expect(own.length).toBe(theirs.length);
    expect(furthest(own, theirs)).toBeLessThan(1e-3);
  });

  it('gives -1.5 everywhere for silence', () => {
    const own = createWhisperFeatures(SOUND)(new Float32Array(1_000));
    expect(new Set(own)).toEqual(new Set([-1.5]));
  });

  it('refuses more than a window', () => {
    expect(() => createWhisperFeatures(SOUND)(new Float32Array(96_001))).toThrow(RangeError);
  });
});
