import { type Clock, isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { Engine } from '../inference/engine.js';
import { type Asked, askedFor } from './asked.js';
import { SCORES } from './catalogue.js';
import { evaluate } from './evaluate.js';
import { createScoreFinder } from './find-score.js';
import { checkShape, type Gathered, gather } from './gather.js';
import { knownInputs, refusalOf } from './known.js';
import { listedModel, listedScore } from './listing.js';
import { predict, predictIfPossible } from './predict.js';
import { choosePredictors, predictorNamed } from './predictions/choose-predictors.js';
import type { ListedScore, RiskRequest, RiskResult } from './schema.js';
import type { Score } from './score.js';
import { indexScores, type ScoreAnswer, scoresOfChart } from './select.js';

export interface RiskService {
  /**
   * @param bounded where nothing is asked for by name: the scores that are told within bounds while
   *   inputs are missing; of others that are not whole nothing is said. All are unless told.
   */
  assess(
    request: RiskRequest,
    signal: AbortSignal,
    bounded?: ReadonlySet<string>,
  ): Promise<RiskResult>;
  list(): ListedScore[];
  /** @throws AppError `not_found` */
  find(id: string): ListedScore;
}

export interface RiskParts {
  readonly engine: Engine;
  readonly clock: Clock;
}

/**
 * One score that was asked for by name, or why it cannot be given.
 *
 * @param alone it was asked for by itself
 * @throws AppError `validation_error` when one of the `inputs` of a score that was asked for alone
 *   lies outside its population; among several the others are still answered
 */
function namedScore(score: Score, { chart, own }: Gathered, alone: boolean): ScoreAnswer {
  const known = knownInputs(score, chart, own.get(score.id) ?? new Map());
  const refusal = refusalOf(score, known);
  if (refusal === undefined) return evaluate(score, known);
  const from = known.get(refusal.input)?.from ?? '';
  if (alone && from.startsWith('inputs.')) throw invalidField(from, refusal.issue);
  return { what: score.id, reason: `${refusal.input} ${refusal.issue}` };
}

export function createRiskService({ engine, clock }: RiskParts): RiskService {
  const finder = createScoreFinder(SCORES);
  const index = indexScores(SCORES);

  function answersOf(
    asked: Asked | undefined,
    gathered: Gathered,
    bounded: ReadonlySet<string> | undefined,
  ): ScoreAnswer[] {
    if (asked !== undefined) {
      return asked.scores.map((score) => namedScore(score, gathered, asked.scores.length === 1));
    }
    const { chart } = gathered;
    return bounded === undefined ? scoresOfChart(SCORES, chart) : index.tell(chart, bounded);
  }

  return {
    async assess(request, signal, bounded) {
      checkShape(request);
      const now = clock();
      const installed = choosePredictors(engine.models());
      const asked = askedFor(request, finder, installed);
      const gathered = gather(request, asked, now);
      const answers = answersOf(asked, gathered, bounded);
      const ask = asked === undefined ? predictIfPossible : predict;
      const predicted = await Promise.all(
        (asked?.predictors ?? installed).map((one) => ask(engine, one, gathered.chart, signal)),
      );
      const told = predicted.flatMap((one) => ('prediction' in one ? [one] : []));
      return {
        risk_id: newId('rk'),
        scores: answers.flatMap((one) => ('score' in one ? [one] : [])),
        predictions: told.map(({ prediction }) => prediction),
        not_assessed: [
          ...gathered.notAssessed,
          ...answers.flatMap((one) => ('what' in one ? [one] : [])),
          ...predicted.flatMap((one) => ('notAssessed' in one ? [one.notAssessed] : [])),
        ],
        models: told.map(({ model }) => model),
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
