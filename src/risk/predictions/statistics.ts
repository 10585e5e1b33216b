import type { TabularManifest } from '../../inference/schema.js';

export type Statistic = TabularManifest['features'][number]['statistic'];

/** A value as a number, and when it was. */
export interface Sample {
  readonly value: number;
  /** Milliseconds. */
  readonly at?: number;
}

const MS_PER_HOUR = 3_600_000;
/** Between the first and the last value from which on a slope is told. */
const MIN_SPAN_HOURS = 1;
/** Decimals of a slope: a level series must not rise by the noise of its reckoning. */
const SLOPE_DECIMALS = 1e9;

// A long series does not fit into the arguments of Math.min.
export const leastOf = (values: readonly number[]) =>
  values.reduce((least, value) => Math.min(least, value), Infinity);
export const mostOf = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), -Infinity);
const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The least-squares slope over the samples that have a time.
 *
 * @returns units per hour; NaN when first and last are less than an hour apart
 */
export function slopeOf(samples: readonly Sample[]): number {
  const timed = samples.flatMap(({ value, at }) => (at === undefined ? [] : [{ value, at }]));
  const start = leastOf(timed.map(({ at }) => at));
  const hours = timed.map(({ at }) => (at - start) / MS_PER_HOUR);
  // With no sample at all it is -Infinity.
  if (mostOf(hours) < MIN_SPAN_HOURS) return Number.NaN;
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
 * One statistic of a series, as scripts/train/shared/tabular_series.py reckons it.
 *
 * @param samples oldest first
 * @returns NaN where there is nothing to reckon with, a count too: nothing is not zero
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
      return leastOf(values);
    case 'max':
      return mostOf(values);
    case 'mean':
      return meanOf(values);
    case 'count':
      return values.length;
    case 'slope':
      return slopeOf(samples);
  }
}
