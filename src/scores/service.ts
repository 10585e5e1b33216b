import { type Clock, isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { Engine } from '../inference/engine.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import { sortPredicted } from './assess-chart.js';
import { SCORES } from './catalogue.js';
import { evaluate } from './evaluate.js';
import { createScoreFinder } from './find-score.js';
import { inputsFromChart, refusalOf } from './inputs-from-chart.js';
import { listedModel, listedScore } from './listing.js';
import { type NamedScores, namedScores } from './named-scores.js';
import { predict, predictOrSkip } from './predict.js';
import { choosePredictors, predictorNamed } from './predictions/choose-predictors.js';
import { checkShape, type ReadRequest, readRequest } from './read-request.js';
import type { ListedScore, RiskRequest, RiskResult } from './schema.js';
import type { Score } from './score.js';
import { type ScoreAnswer, scoresOfChart } from './select.js';

export interface RiskService {
  /**
   * Answers a request.
   *
   * @throws AppError `validation_error` for values that are impossible or contradict each other
   */
  assess(request: RiskRequest, signal: AbortSignal): Promise<RiskResult>;
  list(): ListedScore[];
  /** @throws AppError `not_found` */
  find(id: string): ListedScore;
}

export interface RiskParts {
  readonly engine: Engine;
  /** Absent where no clinical language package can be used. */
  readonly language: () => OpenLanguage | undefined;
  readonly clock: Clock;
}

/**
 * Returns one score requested by name, or why it cannot be given.
 *
 * @param alone it is the only requested one
 * @throws AppError `validation_error` when one of the `inputs` of the only requested score is
 *   outside its population; among several the others are still answered
 */
function namedScore(score: Score, { chart, own }: ReadRequest, alone: boolean): ScoreAnswer {
  const facts = inputsFromChart(score, chart, own.get(score.id) ?? new Map());
  const refusal = refusalOf(score, facts);
  if (refusal === undefined) return evaluate(score, facts);
  const from = facts.get(refusal.input)?.from ?? '';
  if (alone && from.startsWith('inputs.')) throw invalidField(from, refusal.issue);
  return { what: score.id, reason: `${refusal.input} ${refusal.issue}` };
}

export function createRiskService({ engine, language, clock }: RiskParts): RiskService {
  const finder = createScoreFinder(SCORES);

  function answersOf(requested: NamedScores | undefined, read: ReadRequest): ScoreAnswer[] {
    if (requested === undefined) return scoresOfChart(SCORES, read.chart);
    return requested.scores.map((score) => namedScore(score, read, requested.scores.length === 1));
  }

  return {
    async assess(request, signal) {
      checkShape(request);
      const now = clock();
      const installed = choosePredictors(engine.models());
      const named = namedScores(request, finder, installed);
      const read = readRequest(request, named, { language: language()?.made, now });
      const answers = answersOf(named, read);
      const ask = named === undefined ? predictOrSkip : predict;
      const predicted = sortPredicted(
        await Promise.all(
          (named?.predictors ?? installed).map((one) => ask(engine, one, read.chart, signal)),
        ),
      );
      return {
        risk_id: newId('rk'),
        scores: answers.flatMap((one) => ('score' in one ? [one] : [])),
        predictions: predicted.predictions,
        not_assessed: [
          ...read.notAssessed,
          ...answers.flatMap((one) => ('what' in one ? [one] : [])),
          ...predicted.notAssessed,
        ],
        models: predicted.models,
        created_at: isoTime(now),
      };
    },
    list: () => [...SCORES.map(listedScore), ...choosePredictors(engine.models()).map(listedModel)],
    find(id) {
      const score = finder.find(id);
      if (score !== undefined) return listedScore(score);
      const predictor = predictorNamed(choosePredictors(engine.models()), id);
      if (predictor !== undefined) return listedModel(predictor);
      throw new AppError('not_found', 'There is no such score or model.');
    },
  };
}
