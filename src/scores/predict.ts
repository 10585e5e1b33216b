import { AppError, type ErrorCode } from '../core/errors.js';
import type { Engine } from '../inference/engine.js';
import type { Chart } from '../patient-record/chart/fact.js';
import { inUnitOf } from '../patient-record/chart/units.js';
import { findVariable } from '../patient-record/chart/variables/catalogue.js';
import { applicability } from './predictions/applicability.js';
import type { Predictor } from './predictions/choose-predictors.js';
import type { Contribution } from './predictions/contributions.js';
import { predictionOf } from './predictions/prediction.js';
import { rounded, roundedProbability } from './round.js';
import type { RiskResult } from './schema.js';

type Prediction = RiskResult['predictions'][number];
type Model = NonNullable<RiskResult['models']>[number];
type NotAssessed = NonNullable<RiskResult['not_assessed']>[number];

export type PredictionResult =
  | { readonly prediction: Prediction; readonly model: Model }
  | { readonly notAssessed: NotAssessed };

const PASSING: readonly ErrorCode[] = ['overloaded', 'model_unavailable'];

type Manifest = Predictor['manifest'];

function inputInForeignUnit({ inputs }: Manifest) {
  return inputs.find(({ variable, unit }) => {
    const definition = findVariable(variable);
    if (definition?.kind !== 'quantity' || unit === undefined) return false;
    return unit !== definition.unit && inUnitOf(definition, 1, unit) !== 1;
  });
}

const foreignInputs = new WeakMap<
  Manifest,
  { readonly input: Manifest['inputs'][number] | undefined }
>();

/** A package with a variable in another unit than the chart would receive wrong numbers. */
function foreignUnit({ manifest }: Predictor): string | undefined {
  const { input } = foreignInputs.get(manifest) ?? { input: inputInForeignUnit(manifest) };
  foreignInputs.set(manifest, { input });
  return input && `it takes ${input.variable} in ${input.unit}, which the chart does not hold`;
}

/**
 * Predicts with a model that was not requested by name: the scores do not wait until it is
 * available.
 */
export async function predictOrSkip(
  ...parameters: Parameters<typeof predict>
): Promise<PredictionResult> {
  try {
    return await predict(...parameters);
  } catch (error) {
    const passing = error instanceof AppError && PASSING.includes(error.code);
    if (!passing) throw error;
    const [, { id }] = parameters;
    return { notAssessed: { what: id, reason: 'the model is not available now; try again soon' } };
  }
}

function shownContribution(contribution: Contribution): Contribution {
  const { feature, unit, statistic } = contribution;
  const exact = contribution.value;
  const value = typeof exact === 'number' ? rounded(exact, 4) : exact;
  const effect = rounded(contribution.effect, 4);
  // Most contributions are of two variables, and have neither unit nor statistic.
  if (unit === undefined && statistic === undefined) return { feature, value, effect };
  return {
    feature,
    ...(unit !== undefined && { unit }),
    ...(statistic !== undefined && { statistic }),
    value,
    effect,
  };
}

/** Returns the prediction of a model for a patient, or why there is none. */
export async function predict(
  engine: Engine,
  predictor: Predictor,
  chart: Chart,
  signal: AbortSignal,
): Promise<PredictionResult> {
  const { id, manifest } = predictor;
  const abstain = (reason: string) => ({ notAssessed: { what: id, reason } });
  const foreign = foreignUnit(predictor);
  if (foreign !== undefined) return abstain(foreign);
  const shown = applicability(manifest, chart);
  if ('because' in shown) return abstain(shown.reason);
  const input = { modelId: id, rows: [shown.row] };
  const { readings, model } = await engine.run('read-table', input, { signal });
  const [reading] = readings;
  if (reading === undefined) throw new TypeError(`${id} read no row`);
  const prediction = predictionOf(manifest, shown, reading);
  const { outcome, interval, contributions } = prediction;
  return {
    prediction: {
      ...prediction,
      outcome: outcome.name,
      horizon: outcome.horizon,
      probability: roundedProbability(prediction.probability),
      reference_probability: roundedProbability(prediction.reference_probability),
      interval: {
        ...interval,
        low: roundedProbability(interval.low),
        high: roundedProbability(interval.high),
      },
      contributions: contributions.map(shownContribution),
      missing: [...prediction.missing],
      warnings: [...prediction.warnings],
    },
    model: { id, version: manifest.version, backend: model.backend },
  };
}
