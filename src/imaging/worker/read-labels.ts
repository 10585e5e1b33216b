import { fill } from '../../core/fill.js';
import { asLogits, floats, type Outputs, probabilityOf } from '../../inference/outputs.js';
import type {
  ImageClassifierManifest,
  ImageDetectorManifest,
  ImageManifest,
  ImageSegmenterManifest,
} from '../../inference/schema.js';
import { detectionsOf } from './detections.js';
import type { LabelReading, Region, StructureMask } from './read-image-contract.js';
import { structureMasks } from './structure-masks.js';

function ofClassifier(
  { labels, outputs: names }: ImageClassifierManifest,
  outputs: Outputs,
  region: Region,
): LabelReading[] {
  const logits = asLogits(floats(outputs, names.logits).data, names.form);
  const maps = names.activation === undefined ? undefined : floats(outputs, names.activation);
  const [, , rows = 0, columns = 0] = maps?.shape ?? [];
  return labels.map(({ id, calibration }, index) => {
    const probability = probabilityOf(logits[index], calibration, id);
    if (maps === undefined) return { id, probability };
    const cells = rows * columns;
    const values = maps.data.slice(index * cells, (index + 1) * cells);
    return { id, probability, activation: { rows, columns, values, region } };
  });
}

function ofDetector(
  manifest: ImageDetectorManifest,
  outputs: Outputs,
  region: Region,
): LabelReading[] {
  const byLabel = detectionsOf(manifest, outputs, region);
  return manifest.labels.map(({ id, threshold }, index) => {
    const [best] = byLabel[index] ?? [];
    const detections = (byLabel[index] ?? []).filter((one) => one.probability >= threshold);
    return { id, probability: best?.probability ?? 0, detections };
  });
}

/**
 * The level that at least a given part of the picture reaches, as a few bright pixels are not a
 * finding.
 */
function levelOf({ probabilities }: StructureMask, minArea: number): number {
  const place = Math.max(1, Math.ceil(minArea * probabilities.length));
  const descending = probabilities.slice().sort().reverse();
  return (descending[place - 1] ?? 0) / 255;
}

function ofSegmenter(
  manifest: ImageSegmenterManifest,
  outputs: Outputs,
  region: Region,
): LabelReading[] {
  const masks = structureMasks(manifest, outputs);
  return manifest.labels.map(({ id, structure, least_area }) => {
    const mask = masks.find((one) => one.id === structure);
    if (mask === undefined) throw new TypeError(`no mask for ${id}`);
    const { rows, columns } = mask;
    const levels = mask.probabilities;
    const values = fill(new Float32Array(levels.length), (at) => (levels[at] ?? 0) / 255);
    return {
      id,
      probability: levelOf(mask, least_area),
      activation: { rows, columns, values, region },
    };
  });
}

/**
 * The results of a model by label, in the order of its manifest.
 *
 * @param region the part of the picture that the model was shown
 * @throws TypeError when the outputs differ from the manifest
 */
export function readLabels(
  manifest: ImageManifest,
  outputs: Outputs,
  region: Region,
): LabelReading[] {
  switch (manifest.kind) {
    case 'image-classifier':
      return ofClassifier(manifest, outputs, region);
    case 'image-detector':
      return ofDetector(manifest, outputs, region);
    case 'image-segmenter':
      return ofSegmenter(manifest, outputs, region);
  }
}
