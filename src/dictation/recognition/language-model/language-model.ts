import type { Vocabulary } from './vocabulary.js';

/**
 * A back-off word n-gram model. A state represents the words before; states and words are small
 * whole numbers of this model alone. Probabilities are natural logarithms.
 */
export interface LanguageModel {
  /** The state at the beginning of a sentence. */
  readonly start: number;
  /** Number of the word, or -1 when the model does not know it. */
  wordId(word: string): number;
  /** ln P(word | state); -1 is a word that the model does not know, at a fixed cost. */
  score(state: number, word: number): number;
  /** The state after the word; after -1, the one without history. */
  next(state: number, word: number): number;
  /** ln P(end of sentence | state). */
  end(state: number): number;
  /** ln P(word) without context, for look-ahead; of -1, the cost of an unknown word. */
  unigram(word: number): number;
}

/** A model read from a file, whose words are numbered in the order of their spelling. */
export interface NGram extends LanguageModel {
  readonly vocabulary: Vocabulary;
}
