import type { Engine } from '../inference/engine.js';
import type { Chart } from '../patient-record/chart/fact.js';
import { SCORES } from './catalogue.js';
import { type PredictionResult, predictOrSkip } from './predict.js';
import { choosePredictors } from './predictions/choose-predictors.js';
import type { RiskResult, ScoreResult } from './schema.js';
import { indexScores } from './select.js';

/** Asks the installed models for predictions on a patient. */
export interface Predictions {
  readonly predictions: RiskResult['predictions'];
  readonly models: NonNullable<RiskResult['models']>;
  readonly notAssessed: NonNullable<RiskResult['not_assessed']>;
}

const index = indexScores(SCORES);

/**
 * Returns the scores whose required inputs a chart holds, complete ones first. Pure.
 *
 * @param chart with derived facts; each fact in the unit of its variable
 * @param bounded ids of the scores that are given within bounds while inputs are missing
 */
export const scoresOf = (chart: Chart, bounded: ReadonlySet<string>): ScoreResult[] =>
  index.tell(chart, bounded).flatMap((one) => ('score' in one ? [one] : []));

/** Predictions of the models that give one. */
export function sortPredicted(all: readonly PredictionResult[]): Predictions {
  const predictions = all.flatMap((one) => ('prediction' in one ? [one] : []));
  return {
    predictions: predictions.map(({ prediction }) => prediction),
    models: predictions.map(({ model }) => model),
    notAssessed: all.flatMap((one) => ('notAssessed' in one ? [one.notAssessed] : [])),
  };
}

/** Returns the predictions of every installed model; a model that cannot run now is skipped. */
export async function predictionsOf(
  engine: Engine,
  chart: Chart,
  signal: AbortSignal,
): Promise<Predictions> {
  const installed = choosePredictors(engine.models());
  const all = installed.map((one) => predictOrSkip(engine, one, chart, signal));
  return sortPredicted(await Promise.all(all));
}
