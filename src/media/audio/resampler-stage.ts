/** A ratio of sampling rates: `up` samples come out for `down` that go in. */
export interface StageRatio {
  readonly up: number;
  readonly down: number;
}

/** Edges of the low-pass filter in cycles per input sample. */
export interface StageBand {
  readonly pass: number;
  readonly stop: number;
}

export interface ResamplerStage {
  /** Returns all output that the input so far determines. */
  push(input: Float32Array): Float32Array;
  /** Returns the rest, with silence as input until `total` samples have been returned. */
  finish(total: number): Float32Array;
}

/** Kaiser window of 90 dB: beta after Kaiser 1974, 0.1102 (A - 8.7). */
const ATTENUATION = 90;
const BETA = 0.1102 * (ATTENUATION - 8.7);
/** More phases than this are interpolated; the error of that is below -100 dB. */
const MAX_PHASES = 1024;

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Windowed sinc at `distance` input samples from its centre. */
function kernel(distance: number, cutoff: number, half: number): number {
  const edge = distance / half;
  if (Math.abs(edge) >= 1) return 0;
  const window = besselI0(BETA * Math.sqrt(1 - edge * edge)) / besselI0(BETA);
  const angle = 2 * Math.PI * cutoff * distance;
  return window * (distance === 0 ? 2 * cutoff : Math.sin(angle) / (Math.PI * distance));
}

interface Bank {
  readonly phases: number;
  readonly taps: number;
  /** phases + 1 rows of `taps`: the last is the first, one sample on. */
  readonly rows: Float32Array;
}

/** Filter length by Kaiser's formula, N = (A - 7.95) / (14.36 df); each row sums to one. */
function createBank(up: number, { pass, stop }: StageBand): Bank {
  const phases = Math.min(up, MAX_PHASES);
  const half = Math.ceil((ATTENUATION - 7.95) / (14.36 * (stop - pass)) / 2);
  const taps = 2 * half;
  const rows = new Float32Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase += 1) {
    const row = rows.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap += 1) {
      row[tap] = kernel(tap - (half - 1) - phase / phases, (pass + stop) / 2, half);
    }
    const sum = row.reduce((total, value) => total + value, 0);
    for (let tap = 0; tap < taps; tap += 1) row[tap] = (row[tap] ?? 0) / sum;
  }
  return { phases, taps, rows };
}

function dot(rows: Float32Array, row: number, input: Float32Array, at: number, taps: number) {
  let a = 0;
  let b = 0;
  for (let tap = 0; tap < taps; tap += 2) {
    a += (rows[row + tap] as number) * (input[at + tap] as number);
    b += (rows[row + tap + 1] as number) * (input[at + tap + 1] as number);
  }
  return a + b;
}

/** Value of the output sample whose filter starts at `at`, `phase` 0..1 of a sample after it. */
function sampleAt(bank: Bank, input: Float32Array, at: number, phase: number, exact: boolean) {
  const place = phase * bank.phases;
  const row = exact ? Math.round(place) : Math.floor(place);
  const low = dot(bank.rows, row * bank.taps, input, at, bank.taps);
  if (exact) return low;
  const high = dot(bank.rows, (row + 1) * bank.taps, input, at, bank.taps);
  return low + (place - row) * (high - low);
}

/**
 * Polyphase windowed-sinc resampling by a rational ratio, without delay: output k is at the
 * time of input k * down / up. Before its beginning and after its end the input is silent.
 */
export function createResamplerStage(ratio: StageRatio, band: StageBand): ResamplerStage {
  const { up, down } = ratio;
  const bank = createBank(up, band);
  const exact = up <= MAX_PHASES;
  const lead = bank.taps / 2 - 1;
  // Buffered input; its first sample is number `first` of the whole input, before it is silence.
  let held = new Float32Array(lead);
  let first = -lead;
  // The position of the next output in the input is `whole + part / up`.
  let whole = 0;
  let part = 0;
  let made = 0;
  function push(input: Float32Array): Float32Array {
    const joined = new Float32Array(held.length + input.length);
    joined.set(held);
    joined.set(input, held.length);
    const room = Math.max(0, Math.ceil((joined.length * up) / down) + 1);
    const out = new Float32Array(room);
    let count = 0;
    let at = whole - lead - first;
    while (at + bank.taps <= joined.length) {
      out[count] = sampleAt(bank, joined, at, part / up, exact);
      count += 1;
      part += down;
      const steps = Math.floor(part / up);
      part -= steps * up;
      whole += steps;
      at += steps;
    }
    const keep = Math.min(joined.length, at);
    held = joined.slice(keep);
    first += keep;
    made += count;
    return out.subarray(0, count);
  }
  return {
    push,
    finish(total) {
      const missing = total - made;
      if (missing <= 0) return new Float32Array(0);
      const silence = Math.ceil((missing * down) / up) + bank.taps + 1;
      return push(new Float32Array(silence)).subarray(0, missing);
    },
  };
}
