import { invalidField } from '../../core/errors.js';
import type { ModelStatus, ReadyModel } from '../../inference/engine.js';
import type { TabularManifest } from '../../inference/schema.js';

export type Predictor = ReadyModel<TabularManifest>;

const isPredictor = (model: ModelStatus): model is Predictor =>
  model.state === 'ready' && model.manifest.kind === 'tabular-classifier';

/** Highest priority first, then by name, so that the choice is deterministic. */
function ranked(models: readonly Predictor[]): Predictor[] {
  return [...models].sort(
    (a, b) => b.manifest.priority - a.manifest.priority || (a.id < b.id ? -1 : 1),
  );
}

/** Returns the best model of every outcome. */
function bestOfEach(predictors: readonly Predictor[]): Predictor[] {
  const outcomes = predictors.map(({ manifest }) => manifest.outcome.id);
  return predictors.filter((_, index) => outcomes.indexOf(outcomes[index] ?? '') === index);
}

/**
 * Finds a model by its package or else by its outcome.
 *
 * @param predictors the best of an outcome before its others
 */
export function predictorNamed(
  predictors: readonly Predictor[],
  name: string,
): Predictor | undefined {
  const wanted = name.trim().toLowerCase();
  return (
    predictors.find(({ id }) => id === wanted.replaceAll('_', '-')) ??
    predictors.find(({ manifest }) => manifest.outcome.id.toLowerCase() === wanted)
  );
}

/**
 * Returns the packages to run: those that a request names, by package or by outcome, or else the
 * best of every outcome. `applicability` determines whether one gives a prediction.
 *
 * @param wanted ids of packages or of outcomes; undefined selects all
 * @throws AppError `validation_error` on `field` that lists what is installed
 */
export function choosePredictors(
  models: readonly ModelStatus[],
  wanted?: readonly string[],
  field = 'models',
): Predictor[] {
  const predictors = ranked(models.filter(isPredictor));
  if (wanted === undefined) return bestOfEach(predictors);
  const chosen = wanted.map((name) => {
    const found = predictorNamed(predictors, name);
    if (found !== undefined) return found;
    const ids = predictors.map(({ id }) => id).sort();
    throw invalidField(field, `no such model is ready; ready: ${ids.join(', ') || 'none'}`);
  });
  return [...new Set(chosen)];
}
