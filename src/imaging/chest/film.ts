import { BLACK, WHITE } from './exposure.js';
import type { PictureFacts } from './geometry.js';
import { centroid, organOf, type StructureMap } from './masks.js';
import { type ChestQualityIssue, chestQuality } from './quality.js';

/**
 * Issues that prevent a reading when severe: greys without information. Position, cropping and
 * outlines that fail (as they do on the very ill) only limit it; a gate has decided before whether
 * the picture is a complete frontal film.
 */
const STOPS: readonly ChestQualityIssue['issue'][] = [
  'overexposed',
  'underexposed',
  'low_contrast',
  'inverted',
];

/** Issues that make the absence of findings unreliable when severe. */
const LIMITING: readonly ChestQualityIssue['issue'][] = ['cropped', 'rotated', 'implausible_lungs'];

function statisticsOf(greys: Uint8Array) {
  let [sum, squares, dark, bright] = [0, 0, 0, 0];
  for (const grey of greys) {
    sum += grey;
    squares += grey * grey;
    if (grey <= BLACK) dark += 1;
    if (grey >= WHITE) bright += 1;
  }
  const mean = sum / greys.length;
  const deviation = Math.sqrt(Math.max(0, squares / greys.length - mean * mean));
  return {
    mean,
    deviation,
    darkFraction: dark / greys.length,
    brightFraction: bright / greys.length,
  };
}

/** The quality of a chest film: whether it can be read, and warnings. */
export interface FilmQuality {
  /** Why it is not read; empty when it is. */
  readonly stops: readonly string[];
  readonly remarks: readonly string[];
  /**
   * Whether the absence of findings is unreliable: parts are cut off, or the lungs were not
   * outlined.
   */
  readonly limited: boolean;
  /** The middle between the lungs in parts of the picture's width, where the sides are clear. */
  readonly midline?: number;
}

/** Outlines over the whole upright picture, and its greys at their size, 0..255. */
export interface OutlinedFilm {
  readonly masks: readonly StructureMap[];
  readonly greys: Uint8Array;
}

const NOTHING_KNOWN: FilmQuality = { stops: [], remarks: [], limited: false };

/** Returns the middle between the two lungs; undefined when their sides look exchanged. */
function midlineOf(masks: readonly StructureMap[]): number | undefined {
  const places = ['right_lung', 'left_lung'].map((id) => {
    const map = masks.find((mask) => mask.id === id);
    const centre = map && centroid(organOf(map));
    return map && centre && centre.x / map.columns;
  });
  const [right, left] = places;
  return right !== undefined && left !== undefined && right < left ? (right + left) / 2 : undefined;
}

/**
 * Assesses exposure, cropping and position of a chest film from its outlines and greys. Outlines
 * that are not those of a chest are not assessed.
 *
 * @param mirrored the header says that the picture is mirrored
 */
export function assessFilm(
  { masks, greys }: OutlinedFilm,
  facts: PictureFacts,
  mirrored: boolean,
): FilmQuality {
  const right = masks.find(({ id }) => id === 'right_lung');
  if (right === undefined || !masks.some(({ id }) => id === 'left_lung')) return NOTHING_KNOWN;
  const { rows, columns } = right;
  const plane = { rows, columns, values: new Float32Array(greys) };
  const issues = chestQuality(masks, facts, statisticsOf(greys), plane);
  const stopping = issues.filter(({ severe, issue }) => severe && STOPS.includes(issue));
  const exchanged = mirrored || issues.some(({ issue }) => issue === 'mirrored');
  const midline = exchanged ? undefined : midlineOf(masks);
  return {
    stops: stopping.map(({ reason }) => reason),
    remarks: issues.filter((issue) => !stopping.includes(issue)).map(({ reason }) => reason),
    limited: issues.some(({ severe, issue }) => severe && LIMITING.includes(issue)),
    ...(midline !== undefined && { midline }),
  };
}
