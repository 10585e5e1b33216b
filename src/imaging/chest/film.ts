import type { Structures } from '../../inference/tasks/read-image-contract.js';
import type { PictureFacts } from './geometry.js';
import { centroid, organOf } from './masks.js';
import { type ChestQualityIssue, chestQuality } from './quality.js';

/** At and beyond these greys a film shows nothing. */
const BLACK = 5;
const WHITE = 250;
/**
 * What forbids a reading when it is severe: greys that carry nothing. Position, cropping and outlines
 * that fail (as they do on the very ill) only limit it; whether the picture is a frontal film at all,
 * and not a piece of one, a gate has judged before.
 */
const STOPS: readonly ChestQualityIssue['issue'][] = [
  'overexposed',
  'underexposed',
  'low_contrast',
  'inverted',
];

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

/** Whether a chest film is good enough to be read, and what to know of it if so. */
export interface FilmQuality {
  /** Why it is not to be read; empty when it is. */
  readonly stops: readonly string[];
  readonly remarks: readonly string[];
}

/** Judges exposure, cropping and position of a chest film from its outlines and greys. */
export function judgeFilm({ masks, greys }: Structures, facts: PictureFacts): FilmQuality {
  const [first] = masks;
  const plane = first && {
    rows: first.rows,
    columns: first.columns,
    values: new Float32Array(greys),
  };
  const issues = chestQuality(masks, facts, statisticsOf(greys), plane);
  const stopping = issues.filter(({ severe, issue }) => severe && STOPS.includes(issue));
  return {
    stops: stopping.map(({ reason }) => reason),
    remarks: issues.filter((issue) => !stopping.includes(issue)).map(({ reason }) => reason),
  };
}

/** Where the middle between the two lungs lies, in parts of the picture's width. */
export function midlineOf({ masks }: Structures): number | undefined {
  const places = ['right_lung', 'left_lung'].map((id) => {
    const map = masks.find((mask) => mask.id === id);
    const centre = map && centroid(organOf(map));
    return map && centre && centre.x / map.columns;
  });
  const [right, left] = places;
  // Exchanged sides (a mirrored picture) are not for this to name.
  return right !== undefined && left !== undefined && right < left ? (right + left) / 2 : undefined;
}
