import type { LanguageModel } from '../language-model/language-model.js';
import type { Grammar } from './grammar.js';
import { logAdd } from './hypotheses.js';
import type { DecodingParameters } from './parameters.js';

/** Numbers of words: of the lexicon's entries, and of those of each phrase. */
export interface EntryWords {
  readonly lexicon: Int32Array;
  readonly phrases: readonly (readonly number[])[];
}

type Weights = Pick<
  DecodingParameters,
  'lm_weight' | 'word_bonus' | 'phrase_floor' | 'phrase_bonus'
>;

/**
 * A language model over the entries of a lexicon and the phrases after them. A phrase is one entry:
 * its bonus is added when it is complete.
 *
 * @param lengths tokens of each phrase
 */
export function createLexiconGrammar(
  model: LanguageModel,
  words: EntryWords,
  lengths: readonly number[],
  weights: Weights,
): Omit<Grammar, 'start'> {
  const { lm_weight, word_bonus, phrase_floor, phrase_bonus } = weights;
  const lexiconSize = words.lexicon.length;
  const phraseScore = (state: number, phrase: number) => {
    const ids = words.phrases[phrase] ?? [];
    let at = state;
    let sum = 0;
    for (const id of ids) {
      sum += model.score(at, id);
      at = model.next(at, id);
    }
    const favoured = lm_weight * logAdd(sum, phrase_floor);
    return favoured + word_bonus * ids.length + phrase_bonus * (lengths[phrase] ?? 0);
  };
  const phraseNext = (state: number, phrase: number) =>
    (words.phrases[phrase] ?? []).reduce((at, id) => model.next(at, id), state);
  return {
    score: (state, entry) =>
      entry < lexiconSize
        ? lm_weight * model.score(state, words.lexicon[entry] ?? -1) + word_bonus
        : phraseScore(state, entry - lexiconSize),
    next: (state, entry) =>
      entry < lexiconSize
        ? model.next(state, words.lexicon[entry] ?? -1)
        : phraseNext(state, entry - lexiconSize),
    end: (state) => lm_weight * model.end(state),
  };
}
