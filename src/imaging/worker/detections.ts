import {
  asLogits,
  floats,
  type Outputs,
  probabilityOf,
  wholeNumbers,
} from '../../inference/outputs.js';
import type { ImageDetectorManifest } from '../../inference/schema.js';
import type { Detection, Region } from './read-image-contract.js';

/** Maximum number of boxes per label. */
const MAX_BOXES = 100;

type Corners = readonly [left: number, top: number, right: number, bottom: number];

function cornersOf(
  [a = 0, b = 0, c = 0, d = 0]: ArrayLike<number> & Iterable<number>,
  format: ImageDetectorManifest['outputs']['box_format'],
): Corners {
  switch (format) {
    case 'xyxy':
      return [a, b, c, d];
    case 'xywh':
      return [a, b, a + c, b + d];
    case 'cxcywh':
      return [a - c / 2, b - d / 2, a + c / 2, b + d / 2];
  }
}

function areaOf([left, top, right, bottom]: Corners): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** Intersection over union of two boxes, 0..1. */
export function overlapOf(one: Corners, other: Corners): number {
  const shared = areaOf([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]);
  const union = areaOf(one) + areaOf(other) - shared;
  return union > 0 ? shared / union : 0;
}

interface Candidate {
  readonly corners: Corners;
  readonly probability: number;
}

/** Keeps the most probable of overlapping boxes (greedy non-maximum suppression). */
function thinned(candidates: readonly Candidate[], overlap: number): Candidate[] {
  const kept: Candidate[] = [];
  const ordered = [...candidates].sort((a, b) => b.probability - a.probability);
  for (const one of ordered) {
    if (kept.length >= MAX_BOXES) break;
    if (kept.every(({ corners }) => overlapOf(corners, one.corners) <= overlap)) kept.push(one);
  }
  return kept;
}

/**
 * Box `index` in parts of the input's sides, inside it; undefined when it is empty or not finite.
 */
function boxAt(manifest: ImageDetectorManifest, boxes: Float32Array, index: number) {
  const { outputs, input } = manifest;
  const raw = cornersOf(boxes.subarray(index * 4, index * 4 + 4), outputs.box_format);
  if (!raw.every(Number.isFinite)) return undefined;
  const [width, height] = outputs.box_units === 'pixels' ? [input.width, input.height] : [1, 1];
  const inside = (value: number) => Math.min(1, Math.max(0, value));
  const corners: Corners = [
    inside(raw[0] / width),
    inside(raw[1] / height),
    inside(raw[2] / width),
    inside(raw[3] / height),
  ];
  return areaOf(corners) > 0 ? corners : undefined;
}

/**
 * The boxes of a detector by label, most probable first, without overlapping ones.
 *
 * @param region the part of the picture that the model was shown
 * @throws TypeError when the outputs are inconsistent
 */
export function detectionsOf(
  manifest: ImageDetectorManifest,
  outputs: Outputs,
  region: Region,
): Detection[][] {
  const { outputs: names, labels, overlap } = manifest;
  const boxes = floats(outputs, names.boxes).data;
  const scores = floats(outputs, names.scores).data;
  const classes = names.classes === undefined ? undefined : wholeNumbers(outputs, names.classes);
  const count = boxes.length / 4;
  const perBox = classes ? 1 : labels.length;
  if (scores.length !== count * perBox || (classes && classes.length !== count)) {
    throw new TypeError(`the model returned ${scores.length} scores for ${count} boxes`);
  }
  const byLabel: Candidate[][] = labels.map(() => []);
  for (let index = 0; index < count; index += 1) {
    const corners = boxAt(manifest, boxes, index);
    if (corners === undefined) continue;
    const row = asLogits(scores.subarray(index * perBox, (index + 1) * perBox), names.form);
    for (const [place, logit] of row.entries()) {
      const which = classes?.[index] ?? place;
      const label = labels[which];
      if (label === undefined) continue;
      const probability = probabilityOf(logit, label.calibration, label.id);
      byLabel[which]?.push({ corners, probability });
    }
  }
  return byLabel.map((candidates) =>
    thinned(candidates, overlap).map(({ corners: [left, top, right, bottom], probability }) => ({
      probability,
      region: {
        x: region.x + left * region.width,
        y: region.y + top * region.height,
        width: (right - left) * region.width,
        height: (bottom - top) * region.height,
      },
    })),
  );
}
