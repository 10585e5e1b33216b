import { BINS, FIRST_BIN } from './analysis.js';

/** Lags are counted at 8 kHz; voices repeat 70 to 420 times a second. */
const LAG_RATE = 8000;
const SHORTEST = Math.floor(LAG_RATE / 420);
const LONGEST = Math.ceil(LAG_RATE / 70);
const LAGS = LONGEST - SHORTEST + 3;
const HZ_PER_BIN = 15.625;
/** Bins on either side into which the window spreads a pure tone. */
const SPREAD = 3;

/** Strength and frequency of a frame's periodicity. */
export interface Periodicity {
  /** 0..1: about 1 for a voice without noise, below 0.5 for noise. */
  readonly strength: number;
  /** Hz of the strongest repetition. */
  readonly pitch: number;
  /** Share of the sound in its strongest tone, 0..1: near 1 for beeps and whistles. */
  readonly purity: number;
}

const lagAt = (index: number) => SHORTEST - 1 + index;

/** Cosines of bin and lag. */
const COSINES = Float32Array.from({ length: LAGS * BINS }, (_, i) => {
  const hz = (FIRST_BIN + (i % BINS)) * HZ_PER_BIN;
  return Math.cos((2 * Math.PI * hz * lagAt(Math.floor(i / BINS))) / LAG_RATE);
});

/** Factor of the window in the correlation of a pure tone at a lag. */
const ENVELOPE = Float64Array.from({ length: LAGS }, (_, index) => {
  // Hann of 40 ms: magnitudes of its main lobe at the bins around a tone, cosine weighted.
  let top = 0;
  let whole = 0;
  for (let bin = -SPREAD; bin <= SPREAD; bin += 1) {
    const x = bin * 0.625;
    const edge = Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    const lobe = Math.abs(Math.abs(x) === 1 ? 0.5 : edge / (1 - x * x));
    top += lobe * Math.cos((2 * Math.PI * bin * HZ_PER_BIN * lagAt(index)) / LAG_RATE);
    whole += lobe;
  }
  return Math.max(0.4, top / whole);
});

function purityOf(excess: Float32Array, sum: number): number {
  let peak = 0;
  for (let i = 1; i < BINS; i += 1) if ((excess[i] as number) > (excess[peak] as number)) peak = i;
  let tone = 0;
  for (let i = Math.max(0, peak - SPREAD); i <= Math.min(BINS - 1, peak + SPREAD); i += 1) {
    tone += excess[i] as number;
  }
  return tone / sum;
}

/** Correlation at each lag of sound with these magnitudes. */
function correlations(magnitudes: Float32Array, sum: number): Float64Array {
  const correlation = new Float64Array(LAGS);
  for (let lag = 0; lag < LAGS; lag += 1) {
    const row = lag * BINS;
    let total = 0;
    for (let i = 0; i < BINS; i += 1)
      total += (magnitudes[i] as number) * (COSINES[row + i] as number);
    correlation[lag] = total / sum / (ENVELOPE[lag] as number);
  }
  return correlation;
}

/**
 * The highest peak; among similar peaks that of the shortest lag, as its multiples are peaks as
 * well.
 */
function bestPeak(correlation: Float64Array): number {
  let best = -1;
  for (let lag = 1; lag < LAGS - 1; lag += 1) {
    const value = correlation[lag] as number;
    const isPeak =
      value > (correlation[lag - 1] as number) && value >= (correlation[lag + 1] as number);
    if (isPeak && (best < 0 || value > (correlation[best] as number) + 0.05)) best = lag;
  }
  return best;
}

/**
 * Periodicity of the sound above the floor in 80..1500 Hz, by the autocorrelation that belongs to
 * the square root of its power: flatter spectra separate a voice from low rumble (generalised
 * autocorrelation after Tolonen and Karjalainen 2000, doi 10.1109/89.876309).
 * @param bins power of each bin. @param floor the steady sound's.
 */
export function periodicityOf(bins: Float32Array, floor: Float32Array): Periodicity {
  const excess = new Float32Array(BINS);
  const magnitudes = new Float32Array(BINS);
  let power = 0;
  let sum = 0;
  for (let i = 0; i < BINS; i += 1) {
    const above = Math.max(0, (bins[i] as number) - (floor[i] as number));
    excess[i] = above;
    magnitudes[i] = Math.sqrt(above);
    power += above;
    sum += Math.sqrt(above);
  }
  if (power <= 0) return { strength: 0, pitch: 0, purity: 0 };
  const correlation = correlations(magnitudes, sum);
  const best = bestPeak(correlation);
  const purity = purityOf(excess, power);
  if (best < 0) return { strength: 0, pitch: 0, purity };
  const [a, b, c] = [
    correlation[best - 1] as number,
    correlation[best] as number,
    correlation[best + 1] as number,
  ];
  const shift = (a - c) / (2 * (a - 2 * b + c) || 1);
  return { strength: b, pitch: LAG_RATE / (lagAt(best) + shift), purity };
}
