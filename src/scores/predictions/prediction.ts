import type { TabularManifest } from '../../inference/schema.js';
import type { TableReading } from '../../inference/tables/read-table-contract.js';
import { logistic } from '../logistic.js';
import type { Applicability } from './applicability.js';
import { type Contribution, contributionsOf } from './contributions.js';
import { type Interval, intervalOf } from './interval.js';

/** A probability with everything needed to interpret it. */
export interface Prediction {
  readonly model: string;
  readonly version: string;
  readonly outcome: { readonly id: string; readonly name: string; readonly horizon: string };
  /** Calibrated, 0..1. */
  readonly probability: number;
  readonly interval: Interval;
  /** The probability with no effect in either direction: the reference of the effects. */
  readonly reference_probability: number;
  /** The meaning of the reference, as described by the package. */
  readonly effects_reference?: string;
  /** Strongest first; the effects are log-odds and add up to the difference from the reference. */
  readonly contributions: readonly Contribution[];
  /** Inputs of the model without a value. */
  readonly missing: readonly string[];
  /** The population for which the probability is valid. */
  readonly valid_for: string;
  /** Frequency of the outcome in the training data. */
  readonly base_rate?: number;
  readonly warnings: readonly string[];
}

/**
 * Returns the prediction of a model for a patient.
 *
 * @param shown the row that the reading belongs to, with its values
 * @throws TypeError when the reading does not match this manifest
 */
export function predictionOf(
  manifest: TabularManifest,
  shown: Applicability,
  reading: TableReading,
): Prediction {
  const { id, version, outcome, terms, calibration, intercept, inputs } = manifest;
  if (reading.contributions.length !== terms.length) {
    throw new TypeError(`${reading.contributions.length} contributions of ${terms.length} terms`);
  }
  const { base_rate } = outcome;
  const { effects_reference } = manifest;
  return {
    model: id,
    version,
    outcome: { id: outcome.id, name: outcome.name, horizon: outcome.horizon },
    probability: reading.probability,
    interval: intervalOf(manifest, reading),
    reference_probability: logistic(calibration.scale * intercept + calibration.bias),
    ...(effects_reference !== undefined && { effects_reference }),
    contributions: contributionsOf(manifest, reading.contributions, shown),
    missing: inputs.map(({ variable }) => variable).filter((name) => !shown.used.has(name)),
    valid_for: outcome.population,
    ...(base_rate !== undefined && { base_rate }),
    warnings: shown.warnings,
  };
}
