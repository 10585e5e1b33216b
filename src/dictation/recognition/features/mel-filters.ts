/** A triangle over the bins of a spectrum. */
export interface MelFilter {
  /** The bin of the first weight. */
  readonly first: number;
  readonly weights: Float64Array;
}

interface Pitch {
  readonly mel: (hertz: number) => number;
  readonly hertz: (mels: number) => number;
}

/** The mel scale of HTK (The HTK Book 3.4, section 5.6). */
export const HTK: Pitch = {
  mel: (hertz) => 2595 * Math.log10(1 + hertz / 700),
  hertz: (mels) => 700 * (10 ** (mels / 2595) - 1),
};

const LINEAR_MELS = 15;
const LOG_STEP = Math.log(6.4) / 27;

/** Slaney's scale: linear below 1 kHz, logarithmic above (Auditory Toolbox, 1998). */
const SLANEY: Pitch = {
  mel: (hertz) =>
    hertz < 1_000 ? (3 * hertz) / 200 : LINEAR_MELS + Math.log(hertz / 1_000) / LOG_STEP,
  hertz: (mels) =>
    mels < LINEAR_MELS ? (200 * mels) / 3 : 1_000 * Math.exp(LOG_STEP * (mels - LINEAR_MELS)),
};

export interface MelScale {
  readonly filters: number;
  readonly scale: 'htk' | 'slaney';
  /** An area of 1 in Hz for each instead of a height of 1. */
  readonly areaNormalised: boolean;
  /** Hz, the foot of the first filter and that of the last. */
  readonly lowest: number;
  readonly highest: number;
  /** Samples per second. */
  readonly sampleRate: number;
  /** Points of the transform. */
  readonly size: number;
}

/** Triangles, evenly spaced in mel, straight in Hz, read at the centres of the bins. */
export function melFilters(options: MelScale): MelFilter[] {
  const { filters, lowest, highest, sampleRate, size, areaNormalised } = options;
  const { mel, hertz } = options.scale === 'htk' ? HTK : SLANEY;
  const from = mel(lowest);
  const step = (mel(highest) - from) / (filters + 1);
  const bins = size / 2 + 1;
  return Array.from({ length: filters }, (_, index) => {
    const left = hertz(from + step * index);
    const top = hertz(from + step * (index + 1));
    const right = hertz(from + step * (index + 2));
    const height = areaNormalised ? 2 / (right - left) : 1;
    const weights: number[] = [];
    let first = 0;
    for (let bin = 0; bin < bins; bin += 1) {
      const at = (bin * sampleRate) / size;
      const weight = Math.min((at - left) / (top - left), (right - at) / (right - top));
      if (weight <= 0) continue;
      if (weights.length === 0) first = bin;
      weights.push(height * weight);
    }
    return { first, weights: Float64Array.from(weights) };
  });
}
