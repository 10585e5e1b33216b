import type { LanguageModel, NGram } from './language-model.js';
import { createStateNumbers } from './state-numbers.js';

const CACHE_BITS = 15;
/** A large odd number spreads states over the cache. */
const SPREAD = 0x9e3779b1;

/** Caches one value per slot; a value of another state and word is replaced. */
function createCache(compute: (state: number, word: number) => number) {
  const size = 2 ** CACHE_BITS;
  const states = new Int32Array(size).fill(-1);
  const words = new Int32Array(size);
  const values = new Float64Array(size);
  return (state: number, word: number): number => {
    const slot = Math.imul(state * 31 + word, SPREAD) >>> (32 - CACHE_BITS);
    if (states[slot] === state && words[slot] === word) return values[slot] ?? 0;
    const value = compute(state, word);
    states[slot] = state;
    words[slot] = word;
    values[slot] = value;
    return value;
  };
}

function check(models: readonly NGram[], weights: readonly number[]): void {
  if (models.length === 0 || models.length !== weights.length) {
    throw new RangeError(`${models.length} models with ${weights.length} weights`);
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (!weights.every((weight) => weight >= 0) || !(Math.abs(sum - 1) < 1e-6)) {
    throw new RangeError('weights of models must be 0 or more and add up to 1');
  }
  const [first, ...others] = models;
  if (!others.every(({ vocabulary }) => first?.vocabulary.equals(vocabulary))) {
    throw new RangeError('models of different vocabularies cannot be interpolated');
  }
}

/**
 * Mixes models: P(word | before) is the weighted mean of theirs. It numbers the states that occur,
 * so create one for each recording.
 *
 * @param weights one for each model, 0 or more, 1 in all; a model of weight 0 is left out.
 * @throws RangeError for other weights, and for models that do not have the same words.
 */
export function createInterpolated(
  models: readonly NGram[],
  weights: readonly number[],
): LanguageModel {
  check(models, weights);
  const parts = models
    .map((model, i) => ({ model, weight: weights[i] ?? 0 }))
    .filter(({ weight }) => weight > 0);
  const numbers = createStateNumbers(parts.length);
  const numberOf = (of: (model: NGram, part: number) => number) =>
    numbers.number(parts.map(({ model }, part) => of(model, part)));
  // 0 is the state without history, as in each model.
  numberOf(() => 0);
  const mean = (of: (model: NGram, part: number) => number) => {
    let sum = 0;
    for (let part = 0; part < parts.length; part += 1) {
      const entry = parts[part];
      if (entry !== undefined) sum += entry.weight * Math.exp(of(entry.model, part));
    }
    return Math.log(sum);
  };
  return {
    start: numberOf(({ start }) => start),
    wordId: (word) => parts[0]?.model.wordId(word) ?? -1,
    score: createCache((state, word) =>
      mean((model, part) => model.score(numbers.part(state, part), word)),
    ),
    next: createCache((state, word) =>
      numberOf((model, part) => model.next(numbers.part(state, part), word)),
    ),
    end: (state) => mean((model, part) => model.end(numbers.part(state, part))),
    unigram: (word) => mean((model) => model.unigram(word)),
  };
}
