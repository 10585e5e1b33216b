import type { TabularManifest } from '../../inference/schema.js';
import type { TableReading } from '../../inference/tasks/read-table-contract.js';
import { logistic } from '../logistic.js';
import type { Applicability } from './applicability.js';
import { type Contribution, contributionsOf } from './contributions.js';
import { type Interval, intervalOf } from './interval.js';

/** A probability, and all that is needed to weigh it. */
export interface Prediction {
  readonly model: string;
  readonly version: string;
  readonly outcome: { readonly id: string; readonly name: string; readonly horizon: string };
  /** Calibrated, 0..1. */
  readonly probability: number;
  readonly interval: Interval;
  /** What the model would say if nothing spoke for or against: where the effects start from. */
  readonly reference_probability: number;
  /** What that stands for, in the words of the package. */
  readonly effects_reference?: string;
  /** Strongest first; the effects are log-odds and add up to the way from the reference. */
  readonly contributions: readonly Contribution[];
  /** Inputs of the model that had no value. */
  readonly missing: readonly string[];
  /** Whom the probability is valid for, in words. */
  readonly valid_for: string;
  /** How often the outcome came in the patients that the model was learned from. */
  readonly base_rate?: number;
  readonly warnings: readonly string[];
}

/**
 * What a model says of a patient.
 *
 * @param shown the row that the reading is of, with the values behind it
 * @throws TypeError when the reading is none of this manifest's
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
