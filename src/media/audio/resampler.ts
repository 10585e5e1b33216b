import { createResamplerStage, type ResamplerStage } from './resampler-stage.js';

/** Sampling rate in Hz of the input of speech recognition. */
export const SPEECH_RATE = 16_000;
/** Flat up to here, Hz: speech features end at 7.6 kHz, the filter falls from 7.2. */
const PASS = 7200;
/** Silenced from here on, Hz: what folds back from 8.4 kHz lands above 7.6 kHz. */
const STOP = 8400;
/** Rates above this are first divided by a whole number down to about 48 kHz. */
const DIRECT = 64_000;
const MIDDLE = 44_000;

export interface Resampler {
  /** Mono samples at the input rate in, samples at 16 kHz out. */
  push(input: Float32Array): Float32Array;
  /** Returns the rest; the total is round(n * 16000 / rate) samples for n of input. */
  finish(): Float32Array;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** From `rate` / `divided` to 16 kHz. */
function lastStage(rate: number, divided: number): ResamplerStage {
  const from = rate / divided;
  const up = SPEECH_RATE * divided;
  const shared = divisor(up, rate);
  // Below 16 kHz there is no aliasing; the images of the input band are removed.
  const pass = Math.min(PASS, from * 0.45);
  const stop = Math.min(STOP, from * 0.525);
  return createResamplerStage(
    { up: up / shared, down: rate / shared },
    { pass: pass / from, stop: stop / from },
  );
}

/**
 * Any whole rate of 4 to 384 kHz to 16 kHz: flat within 0.1 dB to 7.2 kHz (or 0.45 of a lower
 * rate), aliases at least 80 dB down from 8.4 kHz on. In one or two windowed-sinc stages, without
 * delay; pieces give the same as the whole.
 * @throws RangeError for a rate that is not a positive whole number.
 */
export function createResampler(rate: number): Resampler {
  if (!Number.isInteger(rate) || rate <= 0)
    throw new RangeError(`unsupported sampling rate: ${rate}`);
  if (rate === SPEECH_RATE) {
    return { push: (input) => input.slice(), finish: () => new Float32Array(0) };
  }
  const divided = rate > DIRECT ? Math.floor(rate / MIDDLE) : 1;
  const coarse =
    divided === 1
      ? null
      : createResamplerStage(
          { up: 1, down: divided },
          { pass: PASS / rate, stop: (rate / divided - STOP) / rate },
        );
  const fine = lastStage(rate, divided);
  let taken = 0;
  return {
    push(input) {
      taken += input.length;
      return fine.push(coarse === null ? input : coarse.push(input));
    },
    finish() {
      const total = Math.round((taken * SPEECH_RATE) / rate);
      const tail = coarse?.finish(Math.ceil(taken / divided)) ?? new Float32Array(0);
      const before = fine.push(tail);
      const after = fine.finish(total);
      const rest = new Float32Array(before.length + after.length);
      rest.set(before);
      rest.set(after, before.length);
      return rest;
    },
  };
}
