import type { LabelManifest } from '../../inference/schema.js';
import { rounded } from '../findings.js';
import type { SeriesReading } from '../schema.js';
import type { PooledLabel, SliceReading } from '../worker/read-slices-contract.js';
import type { ChosenSeries } from './choose-series.js';

/** Slices of a label that are shown as carrying the answer. */
const KEY_SLICES = 3;

const hundredths = (mm: number): number => Math.round(mm * 100) / 100;

const scoreOf = (reading: SliceReading | undefined, label: string): number | undefined =>
  reading !== undefined && 'probabilities' in reading ? reading.probabilities[label] : undefined;

/** Thresholds and bands of series in place of those of slices; labels without them are not reported. */
export function labelsOfSeries(labels: readonly LabelManifest[]): LabelManifest[] {
  return labels.map((label) => {
    if (label.series === undefined) {
      const caveat = 'it was not calibrated for series, only for single slices';
      return { ...label, reported: false, caveat };
    }
    const { unsure: _, ...facts } = label;
    return { ...facts, ...label.series };
  });
}

/** What the answer says of one slice. */
function describeSlice({ stack }: ChosenSeries, at: number) {
  const slice = stack.slices[at];
  const position = stack.positionsMm[at];
  return {
    slice: at + 1,
    ...(position !== undefined && { position_mm: hundredths(position) }),
    ...(slice?.instanceUid !== undefined && { sop_instance_uid: slice.instanceUid }),
    ...(slice?.frame !== undefined && { frame: slice.frame }),
  };
}

/** The slices on which a label is most probable, strongest first. */
function keyImages(chosen: ChosenSeries, readings: readonly SliceReading[], label: string) {
  return readings
    .flatMap((reading, at) => {
      const probability = scoreOf(reading, label);
      return probability === undefined ? [] : [{ at, probability }];
    })
    .sort((a, b) => b.probability - a.probability || a.at - b.at)
    .slice(0, KEY_SLICES)
    .map(({ at, probability }) => ({
      label,
      ...describeSlice(chosen, at),
      probability: rounded(probability),
    }));
}

/**
 * What the answer says of a series.
 *
 * @param images how many were sent, or are held
 * @param readings of the slices of the chosen series, in their order
 */
export function describeSeriesReading(
  chosen: ChosenSeries,
  images: number,
  readings: readonly SliceReading[],
  labels: readonly PooledLabel[],
): SeriesReading {
  const { slices, positionsMm, plane, spacingMm } = chosen.stack;
  const [first] = slices;
  const strip = ({ id }: PooledLabel) =>
    readings.map((reading) => {
      const probability = scoreOf(reading, id);
      return probability === undefined ? null : rounded(probability);
    });
  return {
    images,
    slices: slices.length,
    assessed: readings.filter((reading) => 'probabilities' in reading).length,
    ...(first?.studyUid !== undefined && { study_instance_uid: first.studyUid }),
    ...(first?.seriesUid !== undefined && { series_instance_uid: first.seriesUid }),
    ...(plane !== undefined && { orientation: plane }),
    ...(spacingMm !== undefined && { spacing_mm: hundredths(spacingMm) }),
    positions_mm: positionsMm.map(hundredths),
    reasons: [...chosen.reasons],
    probabilities: Object.fromEntries(labels.map((label) => [label.id, strip(label)])),
    key_images: labels
      .toSorted((a, b) => b.probability - a.probability)
      .flatMap(({ id }) => keyImages(chosen, readings, id)),
  };
}
