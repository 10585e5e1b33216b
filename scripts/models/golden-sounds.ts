import type { Tensor } from '../../src/inference/backends/backend.js';
import { noise } from '../../src/inference/golden/noise.js';
import type { SpeechManifest } from '../../src/inference/schema.js';

/** Three seconds, in frames of 10 ms. */
const FRAMES = 300;
const SAMPLES = 48_000;

type Pattern = (time: number, pitch: number) => number;

/**
 * Tables that resemble sounds: gliding harmonics, bursts of noise, near silence. A package
 * never contains a person's voice.
 *
 * @returns values of about mean 0 and deviation 1; `time` and `pitch` run from 0 to 1
 */
function patterns(): [string, Pattern][] {
  const next = noise();
  return [
    ['glide', (time, pitch) => 1.5 * Math.sin(40 * pitch * (1 + 0.3 * time)) * Math.sin(9 * time)],
    ['bursts', (time) => (Math.sin(30 * time) > 0 ? next() / 90 - 0.8 : -1)],
    ['noise', () => next() / 64 - 2],
    ['hush', (time, pitch) => 0.02 * Math.sin(7 * time + 3 * pitch)],
  ];
}

function drawn(shape: readonly number[], mels: number, framesFirst: boolean, pattern: Pattern) {
  const count = shape.reduce((product, extent) => product * extent, 1);
  const frames = count / mels;
  const data = Float32Array.from({ length: count }, (_, i) => {
    const frame = framesFirst ? Math.floor(i / mels) : i % frames;
    const mel = framesFirst ? i % mels : Math.floor(i / frames);
    return pattern(frame / frames, mel / mels);
  });
  return { dtype: 'float32', shape, data } satisfies Tensor;
}

/** The input of a speech network in golden cases, as its manifest requires. */
export function goldenSounds(manifest: SpeechManifest): { name: string; sound: Tensor }[] {
  const { input } = manifest;
  return patterns().map(([name, pattern]) => {
    if (input.form === 'waveform') {
      return { name, sound: drawn([1, SAMPLES], 1, true, (time) => pattern(time, 0.5)) };
    }
    if (input.form === 'whisper') {
      return { name, sound: drawn([1, input.mels, input.frames], input.mels, false, pattern) };
    }
    const { mels } = input.features;
    const framesFirst = input.layout === 'frames_first';
    const shape = framesFirst ? [1, FRAMES, mels] : [1, mels, FRAMES];
    return { name, sound: drawn(shape, mels, framesFirst, pattern) };
  });
}
