import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../../src/inference/backends/backend.js';
import { compareOutputs, decodeGoldenTensor } from '../../../src/inference/golden/cases.js';

const floats = (...values: number[]): Tensor => ({
  dtype: 'float32',
  shape: [1, values.length],
  data: Float32Array.from(values),
});
const base64 = (bytes: ArrayBufferView) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

describe('decodeGoldenTensor', () => {
  it('spreads bytes by scale and offset', () => {
    const tensor = decodeGoldenTensor({
      dtype: 'float32',
      shape: [1, 3],
      encoding: 'u8-affine',
      scale: 0.5,
      offset: -2,
      data: base64(Uint8Array.of(0, 4, 255)),
    });
    expect(tensor).toEqual(floats(-2, 0, 125.5));
  });

  it('reads little-endian floats and integers', () => {
    const float = { dtype: 'float32' as const, shape: [2], encoding: 'f32-le' as const };
    const bytes = Uint8Array.of(0, 0, 128, 63, 0, 0, 0, 192);
    expect([...decodeGoldenTensor({ ...float, data: base64(bytes) }).data]).toEqual([1, -2]);
    const integer = { dtype: 'int64' as const, shape: [1], encoding: 'i64-le' as const };
    const minusOne = new Uint8Array(8).fill(255);
    expect([...decodeGoldenTensor({ ...integer, data: base64(minusOne) }).data]).toEqual([-1n]);
  });

  it('takes an empty shape for one value', () => {
    const scalar = decodeGoldenTensor({
      dtype: 'float32',
      shape: [],
      encoding: 'f32-le',
      data: 'AACAPw==',
    });
    expect([...scalar.data]).toEqual([1]);
  });

  it.each([0, 3, 5, 8])('refuses %i bytes for one float', (length) => {
    const data = base64(new Uint8Array(length));
    const decode = () =>
      decodeGoldenTensor({ dtype: 'float32', shape: [1], encoding: 'f32-le', data });
    expect(decode).toThrow(RangeError);
  });
});

describe('compareOutputs', () => {
  const expected = { logits: floats(1, 2), gate: floats(3) };
  const tolerance = { logits: 0.1, gate: 0.5 };

  it('passes within the tolerance, the limit included, and gives the largest error', () => {
    const actual = { logits: floats(1.0625, 2), gate: floats(2.5), more: floats(0) };
    expect(compareOutputs(expected, actual, tolerance)).toEqual({
      passed: true,
      maxAbsoluteError: { logits: 0.0625, gate: 0.5 },
    });
  });

  it('names the output that is off', () => {
    const result = compareOutputs(expected, { logits: floats(1, 2.5), gate: floats(3) }, tolerance);
    expect(result).toMatchObject({ passed: false, maxAbsoluteError: { logits: 0.5, gate: 0 } });
    expect(result.reason).toContain('logits is off by 0.5');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'fails %d however wide the tolerance',
    (value) => {
      const wide = { logits: Number.MAX_VALUE, gate: Number.MAX_VALUE };
      const actual = { logits: floats(1, value), gate: floats(3) };
      const result = compareOutputs(expected, actual, wide);
      expect(result.passed).toBe(false);
      expect(result.reason).toBe(`logits holds ${value}`);
      expect(result.maxAbsoluteError).toEqual({ gate: 0 });
    },
  );

  it('fails an expectation that is NaN itself', () => {
    const result = compareOutputs({ gate: floats(Number.NaN) }, { gate: floats(1) }, { gate: 1 });
    expect(result.passed).toBe(false);
  });

  it('fails what is missing, of another shape or of another type', () => {
    const gate = floats(3);
    const fails = (logits: Tensor | undefined) =>
      compareOutputs(expected, logits ? { logits, gate } : { gate }, tolerance).reason;
    expect(fails(undefined)).toBe('logits is missing');
    expect(fails({ ...floats(1, 2), shape: [2, 1] } as Tensor)).toContain('shape [2,1]');
    expect(fails({ dtype: 'int64', shape: [1, 2], data: BigInt64Array.of(1n, 2n) })).toContain(
      'int64',
    );
    expect(fails({ ...floats(1), shape: [1, 2] } as Tensor)).toBe(
      'logits is shorter than its shape',
    );
  });

  it('allows no error at all where no tolerance is stated', () => {
    expect(compareOutputs({ a: floats(1) }, { a: floats(1) }, {}).passed).toBe(true);
    expect(compareOutputs({ a: floats(1) }, { a: floats(1.001) }, {}).passed).toBe(false);
  });
});
