import { type Issue, invalidFields, MAX_ISSUES } from '../core/errors.js';
import type { ScoreFinder } from './find-score.js';
import { type Predictor, predictorNamed } from './predictions/choose-predictors.js';
import type { RiskRequest } from './schema.js';
import type { Score } from './score.js';

/** The scores and models that a request names. */
export interface NamedScores {
  readonly scores: readonly Score[];
  readonly predictors: readonly Predictor[];
}

/**
 * Returns the scores and models that a request names.
 *
 * @returns nothing when it names none: all of them are requested
 * @throws AppError `validation_error` that lists every unknown name
 */
export function namedScores(
  { score, scores }: RiskRequest,
  finder: ScoreFinder,
  predictors: readonly Predictor[],
): NamedScores | undefined {
  const names = scores ?? (score === undefined ? undefined : [score]);
  if (names === undefined) return undefined;
  const found = { scores: new Set<Score>(), predictors: new Set<Predictor>() };
  const issues: Issue[] = [];
  for (const [at, name] of names.entries()) {
    const match = finder.find(name);
    const predictor = match ? undefined : predictorNamed(predictors, name);
    if (match) found.scores.add(match);
    else if (predictor) found.predictors.add(predictor);
    else {
      // Hints are limited to the issues that are reported.
      const like = issues.length < MAX_ISSUES ? finder.similar(name) : [];
      const hint = like.length > 0 ? `; did you mean ${like.join(', ')}?` : '';
      const field = scores === undefined ? 'score' : `scores.${at}`;
      issues.push({ field, issue: `is no known score (see GET /v1/risk/scores)${hint}` });
    }
  }
  if (issues.length > 0) throw invalidFields(issues);
  return { scores: [...found.scores], predictors: [...found.predictors] };
}
