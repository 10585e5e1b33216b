import { hann } from '../features/hann.js';
import { melFilters } from '../features/mel-filters.js';
import type { WhisperSettings } from './settings.js';
import { createSpectrum } from './spectrum.js';

const MIN = 1e-10;
const SILENCE = Math.log10(MIN);
/** Bands further below the loudest of the window are raised to this distance (log10 of power). */
const RANGE = 8;

/** Sample of a window that is mirrored at its ends. */
function mirrored(at: number, length: number): number {
  if (at < 0) return -at;
  return at < length ? at : 2 * (length - 1) - at;
}

type Sound = Pick<WhisperSettings, 'sampleRate' | 'fft' | 'hop' | 'mels' | 'window'>;

/**
 * Whisper's log-mel features (`log_mel_spectrogram` of github.com/openai/whisper, audio.py): periodic
 * Hann window, centred frames with mirrored ends, power, Slaney's mel bands, log10 not below -10, at
 * most 8 below the loudest, then (x + 4) / 4.
 *
 * @returns a function from at most one window of samples (mono, -1..1; zeros follow) to `mels` ×
 * `frames` values, band after band
 */
export function createWhisperFeatures(sound: Sound): (samples: Float32Array) => Float32Array {
  const { fft, hop, mels, sampleRate } = sound;
  const length = sound.window * sampleRate;
  const frames = Math.floor(length / hop);
  const bank = melFilters({
    filters: mels,
    scale: 'slaney',
    areaNormalised: true,
    sampleRate,
    size: fft,
    lowest: 0,
    highest: sampleRate / 2,
  });
  const window = hann(fft);
  const spectrum = createSpectrum(fft);
  const frame = new Float64Array(fft);
  const power = new Float64Array(fft / 2 + 1);
  const fill = (out: Float32Array, index: number) => {
    spectrum(frame, power);
    for (const [band, { first, weights }] of bank.entries()) {
      let energy = 0;
      for (let i = 0; i < weights.length; i += 1) {
        energy += (weights[i] ?? 0) * (power[first + i] ?? 0);
      }
      out[band * frames + index] = Math.log10(Math.max(energy, MIN));
    }
  };
  return (samples) => {
    if (samples.length > length) throw new RangeError('more samples than a window holds');
    const out = new Float32Array(mels * frames).fill(SILENCE);
    for (let index = 0; index < frames; index += 1) {
      const start = index * hop - fft / 2;
      // The padding is silent: its frames stay as they were filled.
      if (start >= samples.length && start + fft <= length) break;
      for (let i = 0; i < fft; i += 1) {
        frame[i] = (samples[mirrored(start + i, length)] ?? 0) * (window[i] ?? 0);
      }
      fill(out, index);
    }
    const loudest = out.reduce((max, value) => Math.max(max, value), SILENCE);
    return out.map((value) => (Math.max(value, loudest - RANGE) + 4) / 4);
  };
}
