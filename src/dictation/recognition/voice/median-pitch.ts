const RATE = 16_000;
/** Every second sample is enough to find a repetition below 400 Hz. */
const STRIDE = 2;
/** Frames of 40 ms without overlap. */
const WINDOW = 640;
const SHORTEST = Math.floor(RATE / 400);
const LONGEST = Math.ceil(RATE / 70);
/** Minimum periodicity of a voiced frame. */
const VOICED = 0.6;
/** Of similar peaks the one of the shortest lag is used, as its multiples are peaks as well. */
const MARGIN = 0.05;

/** Correlation of a frame with itself so many samples later, -1..1. */
function likeness(samples: Float32Array, from: number, lag: number): number {
  let product = 0;
  let power = 0;
  let later = 0;
  for (let i = from; i < from + WINDOW; i += STRIDE) {
    const a = samples[i] ?? 0;
    const b = samples[i + lag] ?? 0;
    product += a * b;
    power += a * a;
    later += b * b;
  }
  return product / Math.sqrt(power * later + 1e-12);
}

/** The period of one frame in samples, or undefined where it is not voiced. */
function period(samples: Float32Array, from: number): number | undefined {
  let best = VOICED;
  let found: number | undefined;
  for (let lag = SHORTEST; lag <= LONGEST; lag += 1) {
    const value = likeness(samples, from, lag);
    if (value <= best) continue;
    // On the flank of a peak every step is higher; a later peak has to be clearly higher.
    if (found === undefined || lag === found + 1 || value > best + MARGIN) {
      best = value;
      found = lag;
    }
  }
  return found;
}

/**
 * The median pitch of the voiced frames, by autocorrelation.
 *
 * @param samples mono, 16 kHz
 * @returns Hz, 70..400; 0 without voiced frames
 */
export function medianPitch(samples: Float32Array): number {
  const periods: number[] = [];
  for (let from = 0; from + WINDOW + LONGEST <= samples.length; from += WINDOW) {
    const found = period(samples, from);
    if (found !== undefined) periods.push(found);
  }
  const middle = periods.sort((a, b) => a - b)[Math.floor(periods.length / 2)];
  return middle === undefined ? 0 : RATE / middle;
}
