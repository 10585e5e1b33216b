import { renderOverlay } from '../../media/overlay.js';
import type { PixelRegion, Size } from '../../media/squeeze.js';
import type { ModelManifest } from '../schema.js';
import { heatColours } from './heat-colours.js';
import type { ActivationGrid, ImageFacts, LabelReading, Region } from './read-image-contract.js';

const LONGEST_SIDE = 1_024;
/** From faint to full, in units of the map: evidence of a classifier, probability of a segmenter. */
const FADE = { evidence: 2, probability: 0.3 };

interface HeatSource {
  readonly grid: ActivationGrid;
  readonly threshold: number;
  readonly fade: number;
}

/** The map of every reported label that may be shown, with the level at which it is evidence. */
function heatSources(manifest: ModelManifest, readings: readonly LabelReading[]): HeatSource[] {
  const ofProbability = manifest.kind === 'image-segmenter';
  const fade = ofProbability ? FADE.probability : FADE.evidence;
  return manifest.labels.flatMap((label) => {
    const grid = readings.find(({ id }) => id === label.id)?.activation;
    const evidence = 'box' in label ? label.box?.activation_threshold : undefined;
    const threshold = ofProbability ? label.threshold : evidence;
    return label.reported && grid && threshold !== undefined ? [{ grid, threshold, fade }] : [];
  });
}

/** A region in pixels of a picture; where it was padded it reaches beyond it. */
function pixelsOf(region: Region, { width, height }: Size): PixelRegion {
  const left = Math.round(region.x * width);
  const top = Math.round(region.y * height);
  const right = Math.round((region.x + region.width) * width);
  const bottom = Math.round((region.y + region.height) * height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/**
 * A PNG of the evidence behind the reported labels, to be laid over the picture as it is stored.
 *
 * @returns undefined when no label has a map
 */
export async function drawHeatMap(
  manifest: ModelManifest,
  readings: readonly LabelReading[],
  { width, height, orientation }: ImageFacts,
): Promise<Uint8Array | undefined> {
  const sources = heatSources(manifest, readings);
  const grid = sources[0]?.grid;
  if (grid === undefined) return undefined;
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const scale = Math.min(1, LONGEST_SIDE / Math.max(across, down));
  const size = {
    width: Math.max(1, Math.round(across * scale)),
    height: Math.max(1, Math.round(down * scale)),
  };
  const { rows, columns, region } = grid;
  const overlay = { rgba: heatColours(sources), rows, columns, region: pixelsOf(region, size) };
  return renderOverlay(overlay, size, orientation);
}
