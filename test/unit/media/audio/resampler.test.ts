import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResampler } from '../../../../src/media/audio/resampler.js';
import { joined, levelOf } from '../../../support/decode-audio.js';

const sine = (hz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / rate),
  );

function resampled(input: Float32Array, rate: number, step = input.length): Float32Array {
  const resampler = createResampler(rate);
  const pieces: Float32Array[] = [];
  for (let at = 0; at < input.length; at += step)
    pieces.push(resampler.push(input.subarray(at, at + step)).slice());
  return joined([...pieces, resampler.finish()]);
}

/** Without the ends, where the signal begins and stops. */
const middle = (samples: Float32Array) => samples.subarray(1000, samples.length - 1000);

const RATES = [
  4000, 8000, 11_025, 22_050, 24_000, 32_000, 44_100, 44_101, 48_000, 96_000, 176_400, 384_000,
];

describe('resampling to 16 kHz', () => {
  it.each(RATES)('keeps tones of the pass band at %i Hz, in amplitude and in time', (rate) => {
    const edge = Math.min(7200, rate * 0.45);
    for (const hz of [50, 440, edge * 0.6, edge * 0.98]) {
      const found = middle(resampled(sine(hz, rate, 0.5), rate));
      const wanted = middle(sine(hz, 16_000, 0.5));
      const both = Math.min(found.length, wanted.length);
      const error = found.subarray(0, both).map((value, i) => value - wanted[i]!);
      expect(levelOf(error)).toBeLessThan(-55);
    }
  });

  it.each(RATES.filter((rate) => rate > 20_000))('lets nothing fold back at %i Hz', (rate) => {
    for (const hz of [8400, 9000, 10_000, 0.49 * rate].filter((f) => f >= 8400 && f < rate / 2)) {
      const found = middle(resampled(sine(hz, rate, 0.5), rate));
      expect(levelOf(found) - levelOf(sine(hz, rate, 0.5))).toBeLessThan(-80);
    }
  });

  it('leaves no images of a lower rate', () => {
    const found = middle(resampled(sine(1000, 8000, 1), 8000));
    const wanted = middle(sine(1000, 16_000, 1));
    const error = found.map((value, i) => value - wanted[i]!);
    expect(levelOf(error)).toBeLessThan(-75);
  });

  it('passes an impulse on at its place', () => {
    const impulse = new Float32Array(44_100);
    impulse[22_050] = 1;
    const found = resampled(impulse, 44_100);
    expect(found.indexOf(Math.max(...found))).toBe(8000);
    expect(found.reduce((sum, value) => sum + value, 0)).toBeCloseTo(16_000 / 44_100, 3);
  });

  it('gives the same in pieces of any length, and as many samples as it should', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RATES, 16_000, 12_345),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 1500 }),
        (rate, length, step) => {
          const input = sine(300, rate, length / rate);
          const whole = resampled(input, rate);
          const pieces = resampled(input, rate, step);
          expect(whole).toHaveLength(Math.round((input.length * 16_000) / rate));
          expect(pieces).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('knows no rate that is no whole number', () => {
    for (const rate of [0, -8000, 44_100.5, Number.NaN])
      expect(() => createResampler(rate)).toThrow(RangeError);
  });
});
