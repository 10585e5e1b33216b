import type { TabularManifest } from '../../inference/schema.js';

export type Statistic = TabularManifest['features'][number]['statistic'];

/** A value as a number, with its time. */
export interface Sample {
  readonly value: number;
  /** Milliseconds. */
  readonly at?: number;
}

const MS_PER_HOUR = 3_600_000;
/** Minimum time between the first and the last value for a slope. */
const MIN_SPAN_HOURS = 1;
/** Decimals of a slope: numerical noise must not make a constant series rise. */
const SLOPE_DECIMALS = 1e9;

// Long series exceed the maximum number of arguments of Math.min.
export const minOf = (values: readonly number[]) =>
  values.reduce((min, value) => Math.min(min, value), Infinity);
export const maxOf = (values: readonly number[]) =>
  values.reduce((max, value) => Math.max(max, value), -Infinity);
const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the least-squares slope over the samples that have a time.
 *
 * @returns units per hour; NaN when first and last are less than an hour apart
 */
export function slopeOf(samples: readonly Sample[]): number {
  const timed = samples.flatMap(({ value, at }) => (at === undefined ? [] : [{ value, at }]));
  const start = minOf(timed.map(({ at }) => at));
  const hours = timed.map(({ at }) => (at - start) / MS_PER_HOUR);
  // Without any sample it is -Infinity.
  if (maxOf(hours) < MIN_SPAN_HOURS) return Number.NaN;
  const middle = meanOf(hours);
  const level = meanOf(timed.map(({ value }) => value));
  let [above, below] = [0, 0];
  timed.forEach(({ value }, index) => {
    const hour = (hours[index] ?? 0) - middle;
    above += hour * (value - level);
    below += hour ** 2;
  });
  return Math.round((above / below) * SLOPE_DECIMALS) / SLOPE_DECIMALS;
}

/**
 * Returns one statistic of a series, calculated as in scripts/train/shared/tabular_series.py.
 *
 * @param samples oldest first
 * @returns NaN without samples, also for a count: missing is not zero
 */
export function statisticOf(statistic: Statistic, samples: readonly Sample[]): number {
  if (samples.length === 0) return Number.NaN;
  const values = samples.map(({ value }) => value);
  switch (statistic) {
    case 'first':
      return values[0] ?? Number.NaN;
    case 'last':
    case 'value':
      return values.at(-1) ?? Number.NaN;
    case 'min':
      return minOf(values);
    case 'max':
      return maxOf(values);
    case 'mean':
      return meanOf(values);
    case 'count':
      return values.length;
    case 'slope':
      return slopeOf(samples);
  }
}
