import { BANDS, BINS, type Frame } from './analysis.js';

/** Frames that share one minimum: a quarter of a second. */
export const BLOCK = 25;
/** Blocks on either side over which the minimum is taken: two seconds. */
export const REACH = 8;
/** Frames of the running mean of which the minimum is taken. */
const SMOOTHED = 5;
/**
 * The minimum of a running mean is below the mean of steady noise, the more so the narrower the
 * band; measured on white noise.
 */
const BAND_BIAS = 1.9;
const BIN_BIAS = 7;
/** Power below which there is no sound: -84 dBFS in all bands together. */
const INAUDIBLE = 4e-9;

/** Power of the steady sound at a frame. */
export interface Floor {
  readonly bands: Float32Array;
  readonly bins: Float32Array;
}

interface Least {
  readonly bands: Float32Array;
  readonly bins: Float32Array;
}

const everywhere = (): Least => ({
  bands: new Float32Array(BANDS).fill(Number.POSITIVE_INFINITY),
  bins: new Float32Array(BINS).fill(Number.POSITIVE_INFINITY),
});

function lower(minimum: Float32Array, values: Float32Array, scale: number): void {
  for (let i = 0; i < minimum.length; i += 1) {
    const value = (values[i] as number) * scale;
    if (value < (minimum[i] as number)) minimum[i] = value;
  }
}

function accumulate(sums: Least, frame: Frame): void {
  for (let i = 0; i < BANDS; i += 1)
    sums.bands[i] = (sums.bands[i] as number) + (frame.bands[i] as number);
  for (let i = 0; i < BINS; i += 1)
    sums.bins[i] = (sums.bins[i] as number) + (frame.bins[i] as number);
}

/** Minima of the blocks of frames of one recording, in order. */
export function createMinimumTracker(): (frame: Frame) => Least | null {
  const recent: Frame[] = [];
  let minimum = everywhere();
  let count = 0;
  return (frame) => {
    recent.push(frame);
    if (recent.length > SMOOTHED) recent.shift();
    const sums = { bands: new Float32Array(BANDS), bins: new Float32Array(BINS) };
    for (const one of recent) accumulate(sums, one);
    lower(minimum.bands, sums.bands, 1 / recent.length);
    lower(minimum.bins, sums.bins, 1 / recent.length);
    count += 1;
    if (count % BLOCK !== 0) return null;
    const done = minimum;
    minimum = everywhere();
    return done;
  };
}

/** The floor of a block: the minimum of the blocks around it. */
export function floorOf(around: readonly Least[]): Floor {
  const minimum = everywhere();
  for (const block of around) {
    lower(minimum.bands, block.bands, 1);
    lower(minimum.bins, block.bins, 1);
  }
  const finite = (value: number) => (Number.isFinite(value) ? value : 0);
  return {
    bands: minimum.bands.map((value) => Math.max(finite(value) * BAND_BIAS, INAUDIBLE / BANDS)),
    bins: minimum.bins.map((value) => Math.max(finite(value) * BIN_BIAS, INAUDIBLE / (8 * BINS))),
  };
}
