import type { LanguageModel } from '../language-model/language-model.js';
import type { Grammar } from './grammar.js';
import type { SaidWord } from './phrases.js';
import type { SearchTree } from './search-tree.js';

/** A word of the answer and the index of its last entry. */
export interface TimedWord extends SaidWord {
  readonly place: number;
}

/** The words that can be recognised in one recording, and their probabilities. */
export interface OpenVocabulary {
  readonly tree: SearchTree;
  /** Continues after previous words, or begins a sentence. */
  grammarAfter(before: readonly string[]): Grammar;
  /** Of the requested vocabulary: indices of the phrases without a pronunciation. */
  readonly unsayable: readonly number[];
  wordsOf(entries: readonly number[]): TimedWord[];
  /** Equal for entries with the same words. */
  labelOf(entry: number): string | undefined;
}

/**
 * The model's state after the preceding words of the sentence; its beginning when there are none.
 */
export function stateAfter(model: LanguageModel, before: readonly string[]): number {
  if (before.length === 0) return model.start;
  const nothing = model.next(model.start, -1);
  return before.reduce((state, word) => model.next(state, model.wordId(word)), nothing);
}

/** The words that a model's tokens can spell. The tree of a lexicon is built once. */
export interface DecodingVocabulary {
  open(request: {
    model: LanguageModel | undefined;
    vocabulary: readonly string[];
  }): OpenVocabulary;
}
