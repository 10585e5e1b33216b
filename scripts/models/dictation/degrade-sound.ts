import { createRandom } from '../../../src/core/random.js';

const RATE = 16_000;
const TAU = 2 * Math.PI;

const powerOf = (samples: Float32Array): number =>
  samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

/**
 * With noise whose power falls with the frequency (after Paul Kellet's filter) under it.
 *
 * @param ratio of the speech to the noise, dB
 */
export function noisy(samples: Float32Array, ratio: number, seed: number): Float32Array {
  const random = createRandom(seed);
  let [a, b, c] = [0, 0, 0];
  const noise = samples.map(() => {
    const white = Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(TAU * random());
    a = 0.99765 * a + white * 0.099046;
    b = 0.963 * b + white * 0.2965164;
    c = 0.57 * c + white * 1.0526913;
    return a + b + c + white * 0.1848;
  });
  const scale = Math.sqrt(powerOf(samples) / powerOf(noise) / 10 ** (ratio / 10));
  return samples.map((value, index) => value + scale * (noise[index] ?? 0));
}

/** A filter of the second order after R. Bristow-Johnson's cookbook, through which samples go once. */
function filtered(samples: Float32Array, hz: number, q: number, high: boolean): Float32Array {
  const angle = (TAU * hz) / RATE;
  const [cos, alpha] = [Math.cos(angle), Math.sin(angle) / (2 * q)];
  const edge = (high ? 1 + cos : 1 - cos) / 2;
  const middle = high ? -2 * edge : 2 * edge;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = (edge * x + middle * x1 + edge * x2 + 2 * cos * y1 - (1 - alpha) * y2) / (1 + alpha);
    [x1, x2, y1, y2] = [x, x1, y, y1];
    return y;
  });
}

/** The band of a telephone, 300 to 3,400 Hz, by Butterworth filters of the fourth order. */
export const telephone = (samples: Float32Array): Float32Array =>
  [0.54, 1.31].reduce(
    (sound, q) => filtered(filtered(sound, 300, q, true), 3_400, q, false),
    samples,
  );
