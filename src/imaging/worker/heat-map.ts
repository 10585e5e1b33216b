import type { ImageManifest } from '../../inference/schema.js';
import { renderOverlay } from '../../media/overlay.js';
import type { PixelRegion, Size } from '../../media/resample.js';
import { heatColours } from './heat-colours.js';
import type { ActivationGrid, ImageFacts, LabelReading, Region } from './read-image-contract.js';

const LONGEST_SIDE = 1_024;
/** From faint to full, in units of the map: evidence of a classifier, probability of a segmenter. */
const FADE = { evidence: 2, probability: 0.3 };

interface HeatSource {
  readonly grid: ActivationGrid;
  readonly threshold: number;
  readonly fade: number;
  /** Whether the label is present or unsure; maps of absent labels would mislead. */
  readonly shown: boolean;
}

/** The map of every reported label that may be shown, with the level at which it is evidence. */
function heatSources(manifest: ImageManifest, readings: readonly LabelReading[]): HeatSource[] {
  const ofProbability = manifest.kind === 'image-segmenter';
  const fade = ofProbability ? FADE.probability : FADE.evidence;
  return manifest.labels.flatMap((label) => {
    const reading = readings.find(({ id }) => id === label.id);
    const grid = reading?.activation;
    const shownFrom = Math.min(label.threshold, label.unsure?.low ?? label.threshold);
    const evidence = 'box' in label ? label.box?.activation_threshold : undefined;
    const threshold = ofProbability ? label.threshold : evidence;
    if (!label.reported || reading === undefined || !grid || threshold === undefined) return [];
    return [{ grid, threshold, fade, shown: reading.probability >= shownFrom }];
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
 * Returns a PNG of the evidence for labels that are present or possible, to overlay on the picture
 * as stored; fully transparent when there is none.
 *
 * @returns undefined when no label has a map
 */
export async function drawHeatMap(
  manifest: ImageManifest,
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
  const shown = sources.filter((source) => source.shown);
  const rgba = shown.length > 0 ? heatColours(shown) : new Uint8Array(rows * columns * 4);
  const overlay = { rgba, rows, columns, region: pixelsOf(region, size) };
  return renderOverlay(overlay, size, orientation);
}
