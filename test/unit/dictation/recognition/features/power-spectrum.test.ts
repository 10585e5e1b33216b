import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPowerSpectrum } from '../../../../../src/dictation/recognition/features/power-spectrum.js';

/** |X[k]|² as the definition says. */
function slowly(samples: Float64Array): number[] {
  const size = samples.length;
  return Array.from({ length: size / 2 + 1 }, (_, k) => {
    let [re, im] = [0, 0];
    for (const [n, sample] of samples.entries()) {
      re += sample * Math.cos((2 * Math.PI * k * n) / size);
      im -= sample * Math.sin((2 * Math.PI * k * n) / size);
    }
    return re * re + im * im;
  });
}

describe('createPowerSpectrum', () => {
  it('is what the definition says, at every size', () => {
    const signal = fc.integer({ min: 2, max: 7 }).chain((bits) =>
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
        minLength: 2 ** bits,
        maxLength: 2 ** bits,
      }),
    );
    fc.assert(
      fc.property(signal, (values) => {
        const samples = Float64Array.from(values);
        const power = new Float64Array(samples.length / 2 + 1);
        createPowerSpectrum(samples.length)(samples, power);
        for (const [k, expected] of slowly(samples).entries()) {
          expect(power[k]).toBeCloseTo(expected, 8);
        }
      }),
    );
  });

  it('remembers nothing of the signal before', () => {
    const power = new Float64Array(9);
    const again = new Float64Array(9);
    const spectrum = createPowerSpectrum(16);
    const samples = Float64Array.from({ length: 16 }, (_, i) => Math.sin(i * i));
    spectrum(samples, power);
    spectrum(new Float64Array(16), again);
    expect(again.every((value) => value === 0)).toBe(true);
    spectrum(samples, again);
    expect(again).toEqual(power);
  });

  it.each([0, 2, 3, 400, 131_072, Number.NaN])('has no transform of %d points', (size) => {
    expect(() => createPowerSpectrum(size)).toThrow(RangeError);
  });
});
