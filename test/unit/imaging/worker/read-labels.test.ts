import { describe, expect, it } from 'vitest';
import { readLabels } from '../../../../src/imaging/worker/read-labels.js';
import type { Tensor } from '../../../../src/inference/backends/backend.js';
import type { ImageSegmenterManifest } from '../../../../src/inference/schema.js';
import { classifier, detector, segmenter } from './image-manifests.js';

const REGION = { x: 0.1, y: 0.2, width: 0.5, height: 0.4 };
const tensor = (shape: number[], values: readonly number[]): Tensor => ({
  dtype: 'float32',
  shape,
  data: Float32Array.from(values),
});

describe('readLabels of a classifier', () => {
  const outputs = {
    logits: tensor([1, 2], [2, -1]),
    activation: tensor([1, 2, 1, 3], [1, 2, 3, 4, 5, 6]),
    gate: tensor([1, 1], [0]),
  };

  it('gives each label its probability, its map and the part of the picture it covers', () => {
    const [alpha, beta] = readLabels(classifier, outputs, REGION);
    expect([alpha!.id, beta!.id]).toEqual(['alpha', 'beta']);
    expect(alpha!.probability).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
    expect(beta!.probability).toBeCloseTo(1 / (1 + Math.exp(1)), 6);
    const shared = { rows: 1, columns: 3, region: REGION };
    expect(alpha!.activation).toEqual({ ...shared, values: Float32Array.of(1, 2, 3) });
    expect(beta!.activation).toEqual({ ...shared, values: Float32Array.of(4, 5, 6) });
  });

  it('needs no map', () => {
    const { activation: _, ...names } = classifier.outputs;
    const readings = readLabels({ ...classifier, outputs: names }, outputs, REGION);
    expect(readings.map((reading) => Object.keys(reading))).toEqual([
      ['id', 'probability'],
      ['id', 'probability'],
    ]);
  });

  it.each([
    ['softmax_logits' as const, [2, 0], 1 / (1 + Math.exp(-2))],
    ['probabilities' as const, [0.8, 0.1], 0.8],
  ])('reads %s', (form, scores, expected) => {
    const manifest = { ...classifier, outputs: { ...classifier.outputs, form } };
    const [alpha] = readLabels(manifest, { ...outputs, logits: tensor([1, 2], scores) }, REGION);
    expect(alpha!.probability).toBeCloseTo(expected, 5);
  });

  it('throws rather than guess', () => {
    const short = { ...outputs, logits: tensor([1, 1], [2]) };
    expect(() => readLabels(classifier, short, REGION)).toThrow('no finite score for beta');
    const { activation: _, ...rest } = outputs;
    expect(() => readLabels(classifier, rest, REGION)).toThrow('no float32 activation');
  });
});

describe('readLabels of a detector', () => {
  const boxes = [8, 8, 8, 8, 40, 40, 8, 8, 56, 8, 8, 8];
  const outputs = {
    boxes: tensor([1, 3, 4], boxes),
    scores: tensor([1, 3], [3, 1, -1]),
    classes: { dtype: 'int64', shape: [1, 3], data: BigInt64Array.of(0n, 0n, 0n) } as const,
  };

  it('returns the position of values above the threshold, and the highest probability', () => {
    const [bright, white] = readLabels(detector, outputs, { x: 0, y: 0, width: 1, height: 1 });
    expect(bright).toMatchObject({ id: 'bright', probability: 1 / (1 + Math.exp(-3)) });
    expect(bright!.detections).toHaveLength(2);
    expect(bright!.detections![0]!.region).toEqual({
      x: 4 / 64,
      y: 4 / 64,
      width: 8 / 64,
      height: 8 / 64,
    });
    expect(white).toEqual({ id: 'white', probability: 0, detections: [] });
    expect(bright).not.toHaveProperty('activation');
  });

  it('keeps the probability of what stays below the threshold', () => {
    const faint = { ...outputs, scores: tensor([1, 3], [-1, -2, -3]) };
    const [bright] = readLabels(detector, faint, REGION);
    expect(bright!.probability).toBeCloseTo(1 / (1 + Math.exp(1)), 6);
    expect(bright!.detections).toEqual([]);
  });

  it('has nothing to say of no boxes', () => {
    const none = {
      boxes: tensor([1, 0, 4], []),
      scores: tensor([1, 0], []),
      classes: { dtype: 'int64', shape: [1, 0], data: new BigInt64Array(0) } as const,
    };
    expect(readLabels(detector, none, REGION).map(({ probability }) => probability)).toEqual([
      0, 0,
    ]);
  });
});

describe('readLabels of a segmenter', () => {
  const made = (leastArea: number): ImageSegmenterManifest => ({
    ...segmenter,
    outputs: { ...segmenter.outputs, form: 'probabilities' },
    labels: segmenter.labels.map((label) => ({ ...label, least_area: leastArea })),
  });
  const spot = [0.9, 0.8, 0.7, 0.1, 0, 0, 0, 0, 0, 0];
  const outputs = { masks: tensor([1, 2, 2, 5], [...spot.map((p) => 1 - p), ...spot]) };

  it.each([
    [0.01, 0.9],
    [0.1, 0.9],
    [0.2, 0.8],
    [0.3, 0.7],
    [0.31, 0.1],
    [1, 0],
  ])('says how sure it is of an area of %d of the picture', (leastArea, expected) => {
    const [reading] = readLabels(made(leastArea), outputs, REGION);
    expect(reading!.id).toBe('spot');
    expect(Math.abs(reading!.probability - expected)).toBeLessThan(1 / 255);
  });

  it('gives the outline of the structure, and what of the picture it covers', () => {
    const [reading] = readLabels(made(0.1), outputs, REGION);
    expect(reading!.activation).toMatchObject({ rows: 2, columns: 5, region: REGION });
    for (const [cell, value] of spot.entries()) {
      expect(Math.abs(reading!.activation!.values[cell]! - value)).toBeLessThan(1 / 255);
    }
  });

  it('may have no label at all', () => {
    expect(readLabels({ ...made(0.1), labels: [] }, outputs, REGION)).toEqual([]);
  });
});
