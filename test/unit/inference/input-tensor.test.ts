import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputTensor } from '../../../src/inference/input-tensor.js';
import type { InputManifest } from '../../../src/inference/schema.js';
import { spread } from '../../../src/inference/standardise.js';

const GREYS = Float32Array.of(0, 51, 102, 153, 204, 255);
const input = (changes: Partial<InputManifest> = {}): InputManifest => ({
  name: 'image',
  width: 3,
  height: 2,
  channels: 1,
  layout: 'nchw',
  fit: 'fill',
  normalisation: { method: 'range', low: 0, high: 1 },
  ...changes,
});
const IMAGENET: InputManifest['normalisation'] = {
  method: 'mean_std',
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
};
const valuesOf = (changes: Partial<InputManifest>) =>
  Array.from(inputTensor(GREYS, input(changes)).data as Float32Array);

describe('inputTensor normalises', () => {
  it('by the picture itself', () => {
    const values = valuesOf({ normalisation: { method: 'per_image_standard' } });
    const { mean, deviation } = spread(Float32Array.from(values));
    expect(mean).toBeCloseTo(0, 6);
    expect(deviation).toBeCloseTo(1, 6);
    expect(values[0]).toBeCloseTo(-127.5 / spread(GREYS).deviation, 6);
  });

  it('over a range, as TorchXRayVision does', () => {
    const values = valuesOf({ normalisation: { method: 'range', low: -1_024, high: 1_024 } });
    expect(values[0]).toBe(-1_024);
    expect(values[5]).toBe(1_024);
    expect(values[1]).toBeCloseTo(-1_024 + 0.2 * 2_048, 3);
  });

  it('over a range that is upside down, so that black is high', () => {
    expect(valuesOf({ normalisation: { method: 'range', low: 1, high: 0 } })[0]).toBe(1);
  });

  it('by the mean and deviation of each channel', () => {
    const values = valuesOf({ channels: 3, normalisation: IMAGENET });
    expect(values[0]).toBeCloseTo(-0.485 / 0.229, 5);
    expect(values[6]).toBeCloseTo(-0.456 / 0.224, 5);
    expect(values[12]).toBeCloseTo(-0.406 / 0.225, 5);
    expect(values[17]).toBeCloseTo((1 - 0.406) / 0.225, 5);
  });

  it('without a trace in the greys that it was given', () => {
    const before = [...GREYS];
    for (const normalisation of [IMAGENET, { method: 'per_image_standard' } as const]) {
      inputTensor(GREYS, input({ channels: 3, normalisation }));
    }
    expect([...GREYS]).toEqual(before);
  });
});

describe('inputTensor lays out', () => {
  it('planes one after the other, or channels of a pixel side by side', () => {
    const planes = inputTensor(GREYS, input({ channels: 3, normalisation: IMAGENET }));
    const pixels = inputTensor(
      GREYS,
      input({ channels: 3, layout: 'nhwc', normalisation: IMAGENET }),
    );
    expect(planes).toMatchObject({ dtype: 'float32', shape: [1, 3, 2, 3] });
    expect(pixels).toMatchObject({ dtype: 'float32', shape: [1, 2, 3, 3] });
    for (let pixel = 0; pixel < 6; pixel += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        expect(pixels.data[pixel * 3 + channel]).toBe(planes.data[channel * 6 + pixel]);
      }
    }
  });

  it.each([
    [1, 'nchw', [1, 1, 2, 3]],
    [1, 'nhwc', [1, 2, 3, 1]],
    [3, 'nchw', [1, 3, 2, 3]],
    [3, 'nhwc', [1, 2, 3, 3]],
  ] as const)('%i channels as %s', (channels, layout, shape) => {
    const tensor = inputTensor(GREYS, input({ channels, layout }));
    expect(tensor.shape).toEqual(shape);
    expect(tensor.data).toHaveLength(6 * channels);
  });

  it('any picture so that every grey comes back', () => {
    const greys = fc.float32Array({ min: 0, max: 255, noNaN: true, minLength: 6, maxLength: 6 });
    const layout = fc.constantFrom('nchw' as const, 'nhwc' as const);
    fc.assert(
      fc.property(greys, layout, (given, order) => {
        const { data } = inputTensor(given, input({ channels: 3, layout: order }));
        for (let pixel = 0; pixel < 6; pixel += 1) {
          const at = order === 'nchw' ? pixel : pixel * 3;
          expect(Math.abs(Number(data[at]) * 255 - given[pixel]!)).toBeLessThan(1e-4);
        }
      }),
    );
  });
});
