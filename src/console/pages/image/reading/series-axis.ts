import type { ImagingCreateAnswer } from '../../../api/types.js';
import { type Slice, sliceDistance } from '../files/series.js';

export type SeriesReading = NonNullable<ImagingCreateAnswer['series']>;

/** Farther than this part of the spacing from where the answer has a slice, an image is another one. */
const TOLERANCE = 0.5;

const smallestStep = (positions: readonly number[]): number =>
  positions
    .slice(1)
    .reduce(
      (least, at, index) => Math.min(least, at - (positions[index] ?? 0)),
      Number.POSITIVE_INFINITY,
    );

/** Where the first slice of the answer lies, mm: a key image says it for certain. */
function originOf(reading: SeriesReading, distances: readonly number[], slices: readonly Slice[]) {
  for (const { slice, sop_instance_uid } of reading.key_images) {
    if (sop_instance_uid === undefined) continue;
    const index = slices.findIndex(({ opened }) => opened.header?.instanceUid === sop_instance_uid);
    const [distance, position] = [distances[index], reading.positions_mm[slice - 1]];
    if (distance !== undefined && position !== undefined) return distance - position;
  }
  return Math.min(...distances);
}

/**
 * Finds the images of the viewer that the slices of an answer are of: some may have been left out.
 *
 * @returns for each slice of the answer the index of its image; undefined where it is not known
 */
export function imagesOfAxis(
  reading: SeriesReading,
  slices: readonly Slice[],
): readonly (number | undefined)[] {
  const { positions_mm: positions, slices: count } = reading;
  const distances = slices.flatMap(({ opened }) => sliceDistance(opened.header) ?? []);
  if (positions.length === 0 || distances.length < slices.length) {
    return Array.from({ length: count }, (_, at) => (count === slices.length ? at : undefined));
  }
  const origin = originOf(reading, distances, slices);
  const limit = TOLERANCE * Math.min(smallestStep(positions), Number.MAX_VALUE);
  let nearest = 0;
  const off = (index: number, position: number) =>
    Math.abs((distances[index] ?? Number.POSITIVE_INFINITY) - origin - position);
  // Both are in order: each is looked at once, however long the series.
  return positions.map((position) => {
    while (off(nearest + 1, position) <= off(nearest, position)) nearest += 1;
    return off(nearest, position) < limit ? nearest : undefined;
  });
}

/** An answer with the marks that lie on one of its slices: those of others would be drawn on a wrong one. */
export function marksOnSlice(
  answer: ImagingCreateAnswer,
  slice: number | undefined,
): ImagingCreateAnswer {
  const { series, heatmap, outlines, ...rest } = answer;
  if (series === undefined || series.slices === 1) return answer;
  const { width, height } = answer.image;
  const nowhere = { location: { x: 0, y: 0, width, height }, locations: [] };
  const hasLayers = series.shown_slice === slice;
  return {
    ...rest,
    series,
    findings: answer.findings.map((finding) =>
      finding.slice === undefined || finding.slice === slice ? finding : { ...finding, ...nowhere },
    ),
    ...(hasLayers && heatmap !== undefined && { heatmap }),
    ...(hasLayers && outlines !== undefined && { outlines }),
  };
}

/** The label whose strip is shown first: that of the first finding, or of the strongest key image. */
export function firstLabel({
  findings,
  series,
}: Pick<ImagingCreateAnswer, 'findings' | 'series'>): string | undefined {
  const labels = Object.keys(series?.probabilities ?? {});
  const wanted = [...findings.map(({ label }) => label), ...keyLabels(series)];
  return wanted.find((label) => labels.includes(label)) ?? labels[0];
}

const keyLabels = (series: ImagingCreateAnswer['series']): string[] =>
  (series?.key_images ?? []).map(({ label }) => label);

/** A slice as it is drawn: where it begins along the axis and how wide it is, 0..1. */
export interface StripBar {
  readonly at: number;
  readonly width: number;
  /** Null where the slice was not assessed. */
  readonly probability: number | null;
}

/** Along the axis in mm, so that a gap is as wide as it is; each slice as wide as the usual step. */
export function stripBars(reading: SeriesReading, label: string): StripBar[] {
  const probabilities = reading.probabilities[label] ?? [];
  const { positions_mm: positions } = reading;
  const isPlaced = positions.length === probabilities.length && positions.length > 1;
  const places = isPlaced ? positions : probabilities.map((_, at) => at);
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  const step = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1;
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const whole = last - first + step;
  return probabilities.map((probability, index) => {
    const at = ((places[index] ?? 0) - first) / whole;
    const next = places[index + 1];
    const own = next === undefined ? step : Math.min(step, next - (places[index] ?? 0));
    return { at, width: own / whole, probability };
  });
}
