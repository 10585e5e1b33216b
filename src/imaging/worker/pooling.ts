import { calibrate, logitOf } from '../../inference/calibrate.js';
import type { ImageManifest, LabelManifest, SeriesManifest } from '../../inference/schema.js';
import type { PooledLabel, SliceReading } from './read-slices-contract.js';

type Pooling = SeriesManifest['pooling'];

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means of the logits of each slice and its neighbours in a window; of fewer slices, of all. */
function windowMeans(logits: readonly number[], slices: number): number[] {
  const size = Math.min(slices, logits.length);
  return Array.from({ length: logits.length - size + 1 }, (_, at) =>
    mean(logits.slice(at, at + size)),
  );
}

/** The logit that not all slices are negative, were they independent. */
function noisyOr(probabilities: readonly number[]): number {
  const logNegative = probabilities.reduce((sum, p) => sum + Math.log1p(-Math.min(p, 1 - 1e-7)), 0);
  return Math.log(-Math.expm1(Math.min(logNegative, -1e-12))) - logNegative;
}

/**
 * One logit of a label for a series, not calibrated yet.
 *
 * @param probabilities of its slices along the axis, calibrated for a slice alone, 0..1; at least one
 */
export function poolSlices(probabilities: readonly number[], pooling: Pooling): number {
  if (probabilities.length === 0) throw new RangeError('a series without scores has no pooled one');
  const logits = probabilities.map(logitOf);
  switch (pooling.method) {
    case 'max':
      return Math.max(...logits);
    case 'top_mean':
      return mean([...logits].sort((a, b) => b - a).slice(0, pooling.slices));
    case 'neighbour_max':
      return Math.max(...windowMeans(logits, pooling.slices));
    case 'noisy_or':
      return noisyOr(probabilities);
  }
}

/**
 * The calibrated probability of a label for a series.
 *
 * @returns undefined where the label was not calibrated for series, or no slice has a score
 */
export function seriesProbability(
  probabilities: readonly number[],
  label: LabelManifest,
  { pooling }: SeriesManifest,
): number | undefined {
  if (label.series === undefined || probabilities.length === 0) return undefined;
  return calibrate(poolSlices(probabilities, pooling), label.series.calibration);
}

/** The labels of a series whose slices were read, in the order of the manifest. */
export function poolLabels(
  readings: readonly SliceReading[],
  { labels, series }: ImageManifest,
): PooledLabel[] {
  if (series === undefined) return [];
  return labels.flatMap((label) => {
    const scored = readings.flatMap((reading, at) => {
      const probability = 'probabilities' in reading ? reading.probabilities[label.id] : undefined;
      return probability === undefined ? [] : [{ at, probability }];
    });
    const own = scored.map(({ probability }) => probability);
    const probability = seriesProbability(own, label, series);
    if (probability === undefined) return [];
    const key = scored.reduce((a, b) => (b.probability > a.probability ? b : a));
    return [{ id: label.id, probability, keySlice: key.at }];
  });
}
