import { fill } from '../../core/fill.js';
import { boxAround, gridComponents } from '../../core/grid-components.js';
import { checkedProbabilities, floats, type Outputs } from '../../inference/outputs.js';
import type { ImageSegmenterManifest } from '../../inference/schema.js';
import type { Region, StructureMask } from './read-image-contract.js';

/** Converts the masks to probabilities, pixel by pixel, in place. */
function toProbabilities(
  values: Float32Array,
  { outputs: { form } }: ImageSegmenterManifest,
  structures: number,
): Float32Array {
  if (form === 'probabilities') return checkedProbabilities(values);
  if (form === 'logits') {
    return fill(new Float32Array(values.length), (at) => 1 / (1 + Math.exp(-(values[at] ?? 0))));
  }
  const pixels = values.length / structures;
  const out = new Float32Array(values.length);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    let highest = -Infinity;
    for (let i = 0; i < structures; i += 1) {
      highest = Math.max(highest, values[i * pixels + pixel] ?? Number.NaN);
    }
    let sum = 0;
    for (let i = 0; i < structures; i += 1) {
      // Without the highest a large logit would overflow.
      const power = Math.exp((values[i * pixels + pixel] ?? Number.NaN) - highest);
      out[i * pixels + pixel] = power;
      sum += power;
    }
    for (let i = 0; i < structures; i += 1) {
      out[i * pixels + pixel] = (out[i * pixels + pixel] ?? 0) / sum;
    }
  }
  return out;
}

/** The parts of a mask that reach a threshold, and the largest of them. */
function partsOf({ probabilities, rows, columns }: StructureMask, threshold: number) {
  const minLevel = threshold * 255;
  const parts = gridComponents({ rows, columns }, (cell) => (probabilities[cell] ?? 0) >= minLevel);
  const largest = parts.reduce(
    (longest, part) => (part.length > longest.length ? part : longest),
    new Int32Array(),
  );
  return { parts, largest };
}

/** Blackens every part of a mask but the largest. */
function dropSpecks(mask: StructureMask, threshold: number): void {
  const { parts, largest } = partsOf(mask, threshold);
  for (const part of parts) {
    if (part === largest) continue;
    for (const cell of part) mask.probabilities[cell] = 0;
  }
}

/**
 * The outline of every structure of a segmenter.
 *
 * @throws TypeError when the model's masks are not [1, structures, rows, columns] or not finite
 */
export function structureMasks(
  manifest: ImageSegmenterManifest,
  outputs: Outputs,
): StructureMask[] {
  const { structures } = manifest;
  const { data, shape } = floats(outputs, manifest.outputs.masks);
  const [, channels = 0, rows = 0, columns = 0] = shape;
  if (channels < structures.length || rows * columns === 0) {
    throw new TypeError(`the model returned ${channels} masks for ${structures.length} structures`);
  }
  const pixels = rows * columns;
  const probabilities = toProbabilities(data, manifest, channels);
  // One value that is not finite makes the sum so.
  let sum = 0;
  for (const value of data) sum += value - value;
  if (sum !== 0) throw new TypeError('the model returned a mask with values that are not finite');
  return structures.map(({ id, threshold, keep }, index) => {
    // A value above 255 would wrap to black.
    const levels = fill(new Uint8Array(pixels), (at) =>
      Math.min(255, Math.max(0, Math.round((probabilities[index * pixels + at] ?? 0) * 255))),
    );
    const mask = { id, rows, columns, probabilities: levels };
    if (keep === 'largest') dropSpecks(mask, threshold);
    return mask;
  });
}

/** Minimum area of an outline, as a part of the picture. */
const MIN_AREA = 0.015;

/** The box around the largest part of a structure, or undefined when that is a speck. */
function boxOf(mask: StructureMask, threshold: number) {
  const { rows, columns } = mask;
  const { largest } = partsOf(mask, threshold);
  if (largest.length < MIN_AREA * rows * columns) return undefined;
  const { left, top, right, bottom } = boxAround(largest, { columns });
  return { left: left / columns, top: top / rows, right: right / columns, bottom: bottom / rows };
}

/**
 * The part of the picture around some structures, with a margin, inside the picture.
 *
 * @returns undefined when one of them was not found: half a chest would be worse than the whole
 *   picture
 */
export function regionAround(
  masks: readonly StructureMask[],
  { structures }: ImageSegmenterManifest,
  wanted: { readonly structures: readonly string[]; readonly margin: number },
): Region | undefined {
  const boxes = wanted.structures.map((id) => {
    const mask = masks.find((one) => one.id === id);
    const threshold = structures.find((one) => one.id === id)?.threshold;
    return mask && threshold !== undefined ? boxOf(mask, threshold) : undefined;
  });
  const found = boxes.filter((box) => box !== undefined);
  if (found.length < boxes.length || found.length === 0) return undefined;
  const left = Math.min(...found.map((box) => box.left));
  const top = Math.min(...found.map((box) => box.top));
  const right = Math.max(...found.map((box) => box.right));
  const bottom = Math.max(...found.map((box) => box.bottom));
  const marginX = wanted.margin * (right - left);
  const marginY = wanted.margin * (bottom - top);
  const x = Math.max(0, left - marginX);
  const y = Math.max(0, top - marginY);
  return {
    x,
    y,
    width: Math.min(1, right + marginX) - x,
    height: Math.min(1, bottom + marginY) - y,
  };
}
