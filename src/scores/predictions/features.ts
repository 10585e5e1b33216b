import type { TabularManifest } from '../../inference/schema.js';
import { isBeyond } from './bounds.js';
import type { Observation, Series } from './series.js';
import { shapeOf } from './shape.js';
import { maxOf, minOf, type Sample, statisticOf } from './statistics.js';

type Feature = TabularManifest['features'][number];
type Codes = Feature['codes'];

const MS_PER_HOUR = 3_600_000;

/** The input row of a model for a patient. */
export interface FeatureRow {
  /** One number per feature, in the manifest's order; NaN where it is missing. */
  readonly row: readonly number[];
  /** The values that were used, by variable; a variable without one is missing. */
  readonly used: Series;
  /** Variables with a code that the model does not know; the code was ignored. */
  readonly unknown: readonly string[];
  /** Variables with values that are too old, or too new, to be used. */
  readonly outside: readonly string[];
  /** Variables with values, in the window, outside the range of the training data. */
  readonly beyond: readonly string[];
}

/**
 * Returns the number that represents a value.
 *
 * @returns undefined for a code that the manifest has no number for
 * @throws TypeError for a number that is not finite: the chart holds none
 */
function numberOf({ value }: Observation, codes: Codes): number | undefined {
  if (codes !== undefined) {
    return Object.hasOwn(codes, String(value)) ? codes[String(value)] : undefined;
  }
  if (typeof value === 'string') return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError('a value is not finite');
  return number;
}

/** Whether a value is within the time window. */
function windowOf(manifest: TabularManifest, series: Series): (one: Observation) => boolean {
  const { window, window_hours: hours } = manifest;
  if (hours === undefined) return () => true;
  const { variables } = shapeOf(manifest);
  const times = manifest.inputs
    .filter(({ variable }) => variables.get(variable)?.overTime)
    .flatMap(({ variable }) => series.get(variable) ?? [])
    .flatMap(({ at }) => at ?? []);
  const width = hours * MS_PER_HOUR;
  if (window === 'first') {
    const oldest = minOf(times);
    return ({ at }) => at === undefined || at - oldest < width;
  }
  const newest = maxOf(times);
  return ({ at }) => at === undefined || newest - at < width;
}

function samplesOf(observations: readonly Observation[], codes: Codes): Sample[] {
  return observations.flatMap((one) => {
    const value = numberOf(one, codes);
    if (value === undefined) return [];
    return [{ value, ...(one.at !== undefined && { at: one.at }) }];
  });
}

/** Returns the usable values of a variable, and why others were excluded. */
function sorted(
  manifest: TabularManifest,
  input: TabularManifest['inputs'][number],
  series: Series,
  inWindow: (one: Observation) => boolean,
) {
  const { variable } = input;
  const all = series.get(variable) ?? [];
  const { codes, overTime } = shapeOf(manifest).variables.get(variable) ?? {};
  const facts = all.filter((one) => numberOf(one, codes) !== undefined);
  const current = overTime ? facts.filter(inWindow) : facts;
  const inRange = current.filter(({ value }) => !isBeyond(value, input));
  const leavesOut = manifest.abstain.out_of_range === 'leave_out';
  return {
    kept: leavesOut ? inRange : current,
    unknown: facts.length < all.length,
    outside: current.length < facts.length,
    beyond: inRange.length < current.length,
  };
}

/**
 * Returns the row of a patient: the manifest's statistics over the values of its window. The
 * training code calculates them in the same way (scripts/train/shared/tabular_series.py).
 *
 * @param series in the manifest's units, oldest first; other variables are ignored
 * @throws TypeError for a number that is not finite
 */
export function featureRow(manifest: TabularManifest, series: Series): FeatureRow {
  const inWindow = windowOf(manifest, series);
  const looked = manifest.inputs.map((input) => ({
    variable: input.variable,
    ...sorted(manifest, input, series, inWindow),
  }));
  const namesOf = (what: 'unknown' | 'outside' | 'beyond') =>
    looked.filter((one) => one[what]).map(({ variable }) => variable);
  const used = new Map(
    looked.filter(({ kept }) => kept.length > 0).map(({ variable, kept }) => [variable, kept]),
  );
  const row = manifest.features.map(({ variable, statistic, codes }) => {
    const kept = used.get(variable);
    return kept === undefined ? Number.NaN : statisticOf(statistic, samplesOf(kept, codes));
  });
  return {
    row,
    used,
    unknown: namesOf('unknown'),
    outside: namesOf('outside'),
    beyond: namesOf('beyond'),
  };
}
