import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectionsOf, overlapOf } from '../../../../src/imaging/worker/detections.js';
import type { Tensor } from '../../../../src/inference/backends/backend.js';
import type { ImageDetectorManifest } from '../../../../src/inference/schema.js';
import { detector } from './image-manifests.js';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const floatTensor = (shape: number[], values: readonly number[]): Tensor => ({
  dtype: 'float32',
  shape,
  data: Float32Array.from(values),
});
const classTensor = (values: readonly number[]): Tensor => ({
  dtype: 'int64',
  shape: [1, values.length],
  data: BigInt64Array.from(values, BigInt),
});

type Outputs = ImageDetectorManifest['outputs'];
/** Two labels, input 64 × 64, boxes as corners in parts of the input, probabilities as scores. */
function manifest(
  outputs: Partial<Outputs> = {},
  changes: Partial<ImageDetectorManifest> = {},
): ImageDetectorManifest {
  const base: Outputs = {
    ...detector.outputs,
    box_format: 'xyxy',
    box_units: 'fraction',
    form: 'probabilities',
  };
  return { ...detector, outputs: { ...base, ...outputs }, ...changes };
}
function detect(
  boxes: readonly (readonly number[])[],
  scores: readonly number[],
  classes: readonly number[],
  made = manifest(),
  region = WHOLE,
) {
  const outputs = {
    boxes: floatTensor([1, boxes.length, 4], boxes.flat()),
    scores: floatTensor([1, scores.length], scores),
    classes: classTensor(classes),
  };
  return detectionsOf(made, outputs, region);
}
const placesOf = (found: ReturnType<typeof detect>, label = 0) =>
  found[label]!.map(({ region: { x, y, width, height } }) =>
    [x, y, width, height].map((value) => Math.round(value * 1e5) / 1e5),
  );

describe('detectionsOf reads boxes', () => {
  it.each([
    ['xyxy', [0.25, 0.5, 0.5, 1]],
    ['xywh', [0.25, 0.5, 0.25, 0.5]],
    ['cxcywh', [0.375, 0.75, 0.25, 0.5]],
  ] as const)('as %s in parts of the input and in its pixels', (box_format, box) => {
    const expected = [[0.25, 0.5, 0.25, 0.5]];
    expect(placesOf(detect([box], [0.9], [0], manifest({ box_format })))).toEqual(expected);
    const oblong = { input: { ...detector.input, width: 200, height: 100 } };
    const pixels = box.map((value, i) => value * (i % 2 === 0 ? 200 : 100));
    const inPixels = manifest({ box_format, box_units: 'pixels' }, oblong);
    expect(placesOf(detect([pixels], [0.9], [0], inPixels))).toEqual(expected);
  });

  it('within the part of the picture that the model was shown', () => {
    const region = { x: 0.5, y: -0.25, width: 0.5, height: 1.5 };
    const found = detect([[0.5, 0.5, 1, 1]], [0.9], [0], manifest(), region);
    expect(placesOf(found)).toEqual([[0.75, 0.5, 0.25, 0.75]]);
  });

  it('cut at the borders of the input; those beyond it are dropped', () => {
    const found = detect(
      [
        [-1, -1, 0.5, 0.5],
        [0.9, 0.9, 3, 3],
        [1.1, 0, 1.2, 1],
        [-1, 0, 0, 1],
      ],
      [0.9, 0.8, 0.7, 0.6],
      [0, 0, 0, 0],
    );
    expect(placesOf(found)).toEqual([
      [0, 0, 0.5, 0.5],
      [0.9, 0.9, 0.1, 0.1],
    ]);
  });

  it.each([
    ['no width', [0.5, 0.1, 0.5, 0.9]],
    ['corners the wrong way round', [0.9, 0.9, 0.1, 0.1]],
    ['NaN', [0.1, 0.1, Number.NaN, 0.9]],
    ['infinity', [0.1, 0.1, Infinity, 0.9]],
  ])('and drops one with %s, without a look at its score', (_, box) => {
    expect(detect([box], [Number.NaN], [0])).toEqual([[], []]);
  });
});

describe('detectionsOf reads scores', () => {
  const A = [0, 0, 0.2, 0.2];
  const B = [0.5, 0.5, 0.8, 0.8];

  it('by a tensor of classes', () => {
    const found = detect([A, B], [0.6, 0.7], [1, 0]);
    expect(found.map((of) => of.map(({ probability }) => probability.toFixed(3)))).toEqual([
      ['0.700'],
      ['0.600'],
    ]);
  });

  it('of classes that are padding (−1) or foreign: of no label', () => {
    expect(detect([A, B, B], [0.9, 0.9, 0.9], [-1, 2, 99])).toEqual([[], []]);
  });

  it('by one column a label', () => {
    const { classes: _, ...names } = manifest().outputs;
    const made: ImageDetectorManifest = { ...manifest(), outputs: names };
    const outputs = {
      boxes: floatTensor([1, 2, 4], [...A, ...B]),
      scores: floatTensor([1, 2, 2], [0.9, 0.1, 0.2, 0.8]),
    };
    const found = detectionsOf(made, outputs, WHOLE);
    expect(found[0]!.map(({ probability }) => probability.toFixed(2))).toEqual(['0.90', '0.20']);
    expect(found[1]!.map(({ probability }) => probability.toFixed(2))).toEqual(['0.80', '0.10']);
    const softmax: ImageDetectorManifest = {
      ...made,
      outputs: { ...names, form: 'softmax_logits' },
    };
    const logits = { ...outputs, scores: floatTensor([1, 2, 2], [2, 0, 0, 2]) };
    const [first] = detectionsOf(softmax, logits, WHOLE)[0]!;
    expect(first!.probability).toBeCloseTo(1 / (1 + Math.exp(-2)), 4);
  });

  it('calibrated by label', () => {
    const [bright, white] = detector.labels;
    const labels = [{ ...bright!, calibration: { scale: 2, bias: -1 } }, white!];
    const [found] = detect([A], [1.5], [0], manifest({ form: 'logits' }, { labels }));
    expect(found![0]!.probability).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
  });

  it('and throws for one that is no number, of a box that counts', () => {
    expect(() => detect([A], [Number.NaN], [0])).toThrow('no finite score for bright');
  });

  it.each([
    ['fewer scores than boxes', [A, B], [0.5], [0, 0]],
    ['fewer classes than boxes', [A, B], [0.5, 0.5], [0]],
    ['no boxes', [], [0.5], [0]],
  ])('and throws for %s', (_, boxes, scores, classes) => {
    expect(() => detect(boxes, scores, classes)).toThrow(TypeError);
  });

  it('none at all: nothing is there', () => {
    expect(detect([], [], [])).toEqual([[], []]);
  });
});

describe('detectionsOf thins out', () => {
  const near = [
    [0.1, 0.1, 0.5, 0.5],
    [0.12, 0.1, 0.52, 0.5],
    [0.6, 0.6, 0.9, 0.9],
  ];

  it('boxes over each other: the most probable stays, most probable first', () => {
    const found = detect(near, [0.6, 0.9, 0.7], [0, 0, 0]);
    expect(placesOf(found)).toEqual([
      [0.12, 0.1, 0.4, 0.4],
      [0.6, 0.6, 0.3, 0.3],
    ]);
  });

  it('as far as the manifest says, and never across labels', () => {
    expect(
      detect(near, [0.6, 0.9, 0.7], [0, 0, 0], manifest({}, { overlap: 0.99 }))[0],
    ).toHaveLength(3);
    const [bright, white] = detect(near, [0.6, 0.9, 0.7], [0, 1, 0]);
    expect([bright!.length, white!.length]).toEqual([2, 1]);
  });

  it('to a number that can be looked at', () => {
    const many = Array.from({ length: 900 }, (_, i) => {
      const [x, y] = [(i % 30) / 30, Math.floor(i / 30) / 30];
      return [x, y, x + 0.02, y + 0.02];
    });
    const scores = many.map((_, i) => 0.1 + (0.8 * i) / many.length);
    const found = detect(
      many,
      scores,
      many.map(() => 0),
    );
    expect(found[0]).toHaveLength(100);
    expect(found[0]![0]!.probability).toBeCloseTo(scores.at(-1)!, 4);
  });

  it('so that what is left lies apart, in order, and nothing else was lost', () => {
    const coordinate = fc.double({ min: 0, max: 0.8, noNaN: true });
    const box = fc
      .tuple(coordinate, coordinate, fc.double({ min: 0.05, max: 0.2, noNaN: true }))
      .map(([x, y, side]) => [x, y, x + side, y + side] as const);
    const score = fc.float({ min: Math.fround(0.01), max: Math.fround(0.99), noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(box, score), { maxLength: 30 }), (made) => {
        const boxes = made.map(([place]) => place);
        const scores = made.map(([, probability]) => probability);
        const found = detect(
          boxes,
          scores,
          made.map(() => 0),
        )[0]!;
        const corners = found.map(
          ({ region: { x, y, width, height } }) => [x, y, x + width, y + height] as const,
        );
        for (const [i, one] of corners.entries()) {
          if (i > 0) {
            expect(found[i]!.probability).toBeLessThanOrEqual(found[i - 1]!.probability);
          }
          for (const other of corners.slice(i + 1)) {
            expect(overlapOf(one, other)).toBeLessThanOrEqual(detector.overlap + 1e-4);
          }
        }
        for (const [i, place] of boxes.entries()) {
          const covered = corners.some((one) => overlapOf(one, place) > detector.overlap - 1e-4);
          expect(covered || scores[i]! <= (found.at(-1)?.probability ?? 0)).toBe(true);
        }
      }),
    );
  });
});

describe('overlapOf', () => {
  it.each([
    [[0, 0, 2, 2], [0, 0, 2, 2], 1],
    [[0, 0, 2, 2], [1, 0, 3, 2], 1 / 3],
    [[0, 0, 1, 1], [1, 0, 2, 1], 0],
    [[0, 0, 1, 1], [5, 5, 6, 6], 0],
    [[0, 0, 0, 0], [0, 0, 0, 0], 0],
  ] as const)('of %o and %o', (one, other, expected) => {
    expect(overlapOf(one, other)).toBeCloseTo(expected, 10);
    expect(overlapOf(other, one)).toBeCloseTo(expected, 10);
  });
});
