import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate, logitOf } from '../../../src/inference/calibrate.js';
import { asLogits, floats, probabilityOf, wholeNumbers } from '../../../src/inference/outputs.js';

const PLAIN = { scale: 1, bias: 0 };
const back = (logits: Float32Array) => Array.from(logits, (logit) => calibrate(logit, PLAIN));

describe('asLogits', () => {
  it('leaves logits as they are', () => {
    const values = Float32Array.of(-3, 0, 900);
    expect(asLogits(values, 'logits')).toBe(values);
  });

  it('turns probabilities back, so that calibration changes nothing by itself', () => {
    const values = Float32Array.of(0.001, 0.2, 0.5, 0.999);
    const again = back(asLogits(values, 'probabilities'));
    for (const [index, value] of values.entries()) expect(again[index]).toBeCloseTo(value, 5);
  });

  it('keeps probabilities of 0 and 1 finite, and certain', () => {
    const logits = asLogits(Float32Array.of(0, 1, -0.0005, 1.0005), 'probabilities');
    expect(logits.every(Number.isFinite)).toBe(true);
    const [none, all] = back(logits);
    expect(none).toBeLessThan(1e-6);
    expect(all).toBeGreaterThan(1 - 1e-6);
  });

  it.each([1.01, -0.01, 7.3, -12, Infinity])('does not take %d for a probability', (value) => {
    expect(() => asLogits(Float32Array.of(0.5, value), 'probabilities')).toThrow(
      'as a probability',
    );
  });

  it('lets scores compete in a softmax', () => {
    const [a, b, c] = back(asLogits(Float32Array.of(2, 1, 0), 'softmax_logits'));
    expect(a! + b! + c!).toBeCloseTo(1, 5);
    expect(a! / b!).toBeCloseTo(Math.E, 3);
  });

  it('does so for large scores as well, and gives the same when all are moved', () => {
    expect(back(asLogits(Float32Array.of(1_000, 1_000), 'softmax_logits'))).toEqual([0.5, 0.5]);
    const scores = fc.array(fc.float({ min: -50, max: 50, noNaN: true }), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(scores, fc.integer({ min: -300, max: 300 }), (values, shift) => {
        const plain = back(asLogits(Float32Array.from(values), 'softmax_logits'));
        const moved = Float32Array.from(values, (value) => value + shift);
        const again = back(asLogits(moved, 'softmax_logits'));
        expect(plain.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 4);
        for (const [i, p] of plain.entries()) expect(Math.abs(again[i]! - p)).toBeLessThan(1e-3);
      }),
    );
  });

  it.each(['logits', 'softmax_logits', 'probabilities'] as const)(
    'lets no NaN of %s through as a number',
    (form) => {
      const logits = asLogits(Float32Array.of(0.5, Number.NaN), form);
      expect(() => probabilityOf(logits[1], PLAIN, 'beta')).toThrow('no finite score for beta');
    },
  );
});

describe('logitOf', () => {
  it('undoes the logistic function', () => {
    fc.assert(
      fc.property(fc.double({ min: -15, max: 15, noNaN: true }), (logit) => {
        expect(logitOf(calibrate(logit, PLAIN))).toBeCloseTo(logit, 3);
      }),
    );
    expect(logitOf(0.5)).toBe(0);
    expect(Math.abs(logitOf(0))).toBeCloseTo(16.118, 2);
    expect(logitOf(1)).toBeCloseTo(-logitOf(0), 5);
  });
});

describe('probabilityOf', () => {
  it('calibrates a logit', () => {
    expect(probabilityOf(2, { scale: 0.5, bias: -1 }, 'x')).toBe(0.5);
  });

  it.each([undefined, Number.NaN])('throws for %s rather than guess', (logit) => {
    expect(() => probabilityOf(logit, PLAIN, 'alpha')).toThrow('no finite score for alpha');
  });
});

describe('tensors of a model', () => {
  const one = { shape: [1, 2] };
  const outputs = {
    scores: { dtype: 'float32' as const, ...one, data: Float32Array.of(1, 2) },
    classes: { dtype: 'int64' as const, ...one, data: BigInt64Array.of(1n, -1n) },
    bytes: { dtype: 'uint8' as const, ...one, data: Uint8Array.of(3, 4) },
  };

  it('are floats, or are refused', () => {
    expect(floats(outputs, 'scores')).toEqual({ data: Float32Array.of(1, 2), shape: [1, 2] });
    expect(() => floats(outputs, 'classes')).toThrow('no float32 classes');
    expect(() => floats(outputs, 'none')).toThrow('no float32 none');
  });

  it('give whole numbers whatever their dtype', () => {
    expect(wholeNumbers(outputs, 'classes')).toEqual([1, -1]);
    expect(wholeNumbers(outputs, 'bytes')).toEqual([3, 4]);
    expect(wholeNumbers(outputs, 'scores')).toEqual([1, 2]);
    expect(() => wholeNumbers(outputs, 'none')).toThrow('the model returned no none');
  });
});
