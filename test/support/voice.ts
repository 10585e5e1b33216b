import { createRandom } from '../../src/core/random.js';
import { gaussianFrom } from './no-speech.js';

const RATE = 16_000;

/** Formants in Hz of a few vowels (Peterson and Barney 1952, men, rounded). */
const VOWELS = [
  [270, 2290, 3010],
  [530, 1840, 2480],
  [730, 1090, 2440],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;

/** Resonates at a formant (two poles). */
function resonate(samples: Float32Array, hz: number, width: number): void {
  const r = Math.exp((-Math.PI * width) / RATE);
  const [a, b] = [2 * r * Math.cos((2 * Math.PI * hz) / RATE), -r * r];
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const y = (1 - r) * samples[i]! + a * y1 + b * y2;
    y2 = y1;
    y1 = y;
    samples[i] = y;
  }
}

/** A vowel of a voice whose pitch falls, then the noise of a consonant. */
function syllable(vowel: readonly number[], pitch: number, seed: number): Float32Array {
  const voiced = Math.round(0.16 * RATE);
  const noisy = Math.round(0.07 * RATE);
  const samples = new Float32Array(voiced + noisy);
  const gaussian = gaussianFrom(seed);
  let phase = 0;
  for (let i = 0; i < voiced; i += 1) {
    const before = phase;
    phase += (pitch * (1.08 - (0.16 * i) / voiced)) / RATE;
    if (Math.floor(phase) > Math.floor(before)) samples[i] = 20;
  }
  for (const hz of vowel) resonate(samples, hz, 60 + hz / 20);
  for (let i = 0; i < samples.length; i += 1) {
    const place = i < voiced ? i / voiced : (i - voiced) / noisy;
    samples[i] = (i < voiced ? samples[i]! : 0.02 * gaussian()) * Math.sin(Math.PI * place);
  }
  return samples;
}

/**
 * A synthetic voice without meaning: syllables at a speaker's pace and pitch, with
 * pauses only where a syllable ends. @param pitch Hz, 80..300
 */
export function babble(seconds: number, pitch: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const samples = new Float32Array(Math.round(seconds * RATE));
  let at = 0;
  for (let number = 0; at < samples.length; number += 1) {
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)]!;
    const one = syllable(vowel, pitch * (0.85 + 0.3 * random()), seed + number);
    samples.set(one.subarray(0, samples.length - at), at);
    at += one.length;
  }
  return samples;
}
