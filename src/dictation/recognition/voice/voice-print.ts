import { createLogMel } from '../features/log-mel.js';
import { medianPitch } from './median-pitch.js';

/** Bands of a print. */
const BANDS = 40;
/** Frames this far below the loudest (ln of energy) are pauses, not voice. */
const QUIET = 6;

const logMel = createLogMel({
  windowSamples: 400,
  hopSamples: 160,
  fft: 512,
  mels: BANDS,
  lowHz: 60,
  highHz: 7600,
  melScale: 'htk',
  areaNormalised: false,
  preEmphasis: 0,
  framing: 'inside',
  floor: 1e-10,
  floorMode: 'max',
  normalise: 'none',
});

/**
 * Returns features of the voice in a stretch of speech.
 *
 * @param samples mono, 16 kHz, -1..1
 * @returns 40 mean ln energies of mel bands over the louder frames, then the median pitch in Hz, 0
 *   where none was found; undefined for less than a frame
 */
export function voicePrint(samples: Float32Array): readonly number[] {
  const { frames, values } = logMel(samples);
  if (frames === 0) return [];
  const loudness = Array.from({ length: frames }, (_, frame) => {
    const row = values.subarray(frame * BANDS, (frame + 1) * BANDS);
    return row.reduce((sum, value) => sum + value, 0) / BANDS;
  });
  const loudest = loudness.reduce((max, value) => Math.max(max, value));
  const sums = new Float64Array(BANDS);
  let kept = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    if ((loudness[frame] ?? 0) < loudest - QUIET) continue;
    kept += 1;
    for (let band = 0; band < BANDS; band += 1) {
      sums[band] = (sums[band] ?? 0) + (values[frame * BANDS + band] ?? 0);
    }
  }
  return [...Array.from(sums, (sum) => sum / kept), medianPitch(samples)];
}
