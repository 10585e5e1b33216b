import type { Weights } from './steps.js';

/** Probabilities of the diseases, by their number, and of the hypothesis `other`. */
export interface ScoreProbabilities {
  /** Together with `other` they add up to 1; 0 for an impossible disease. */
  readonly probabilities: Float64Array;
  readonly other: number;
}

/** Adds the weights of each step to the scores. */
export function addWeights(scores: Float64Array, { values, count }: Weights): void {
  for (let start = 0; start < values.length; start += count) {
    for (let n = 0; n < count; n += 1) scores[n] = (scores[n] ?? 0) + (values[start + n] ?? 0);
  }
}

/** Returns probabilities from the scores of possible diseases and of the hypothesis `other`. */
export function probabilitiesOf(
  scores: Float64Array,
  otherScore: number,
  temperature: number,
): ScoreProbabilities {
  let top = otherScore;
  for (const score of scores) if (score > top) top = score;
  const massOfOther = Math.exp((otherScore - top) / temperature);
  const probabilities = new Float64Array(scores.length);
  let total = massOfOther;
  for (let n = 0; n < scores.length; n += 1) {
    const score = scores[n] ?? Number.NaN;
    if (Number.isNaN(score)) continue;
    const mass = Math.exp((score - top) / temperature);
    probabilities[n] = mass;
    total += mass;
  }
  for (let n = 0; n < scores.length; n += 1) probabilities[n] = (probabilities[n] ?? 0) / total;
  return { probabilities, other: massOfOther / total };
}

/** The disease with the highest score, the first of equals; -1 where none is possible. */
export function likeliest(
  order: Int32Array,
  scores: Float64Array,
  except: number | undefined,
): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (const n of order) {
    const score = scores[n] ?? Number.NaN;
    if (n === except || !(score > most)) continue;
    best = n;
    most = score;
  }
  return best;
}
