import { rounded } from '../../round.js';
import type { Category, ComputedScore } from '../../score.js';

/**
 * A risk in percent. Its category is that of the value as it is written, so that 4.96 % is not called
 * "below 5 %" while 5.0 % is shown.
 *
 * @param probability 0..1
 * @param decimals those of the score
 */
export function percentRisk(
  probability: number,
  outcome: string,
  horizon: string,
  categories: readonly Category[],
  decimals = 1,
): Pick<ComputedScore, 'value' | 'category' | 'risk'> {
  const value = 100 * probability;
  const shown = rounded(value, decimals);
  const category = categories.findLast(({ from }) => from !== undefined && shown >= from)?.id;
  return { value, category, risk: { outcome, probability, horizon } };
}

/** 1 − S₀^exp(x): the risk by a proportional hazards model with baseline survival S₀. */
export const hazardRisk = (baselineSurvival: number, linearPredictor: number): number =>
  1 - baselineSurvival ** Math.exp(linearPredictor);

/** 1 for yes and 0 for no, as a term of an equation. */
export const indicator = (yes: boolean): 0 | 1 => (yes ? 1 : 0);

/** Every whole year from one age to another, for equations that do not rise steadily with age. */
export const yearsOf = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
