import type { LanguageModel } from '../language-model/language-model.js';
import type { Grammar } from './grammar.js';
import type { SaidWord } from './phrases.js';
import type { SearchTree } from './search-tree.js';

/** A word of the answer and the place, in the entries it was put together from, of its last one. */
export interface TimedWord extends SaidWord {
  readonly place: number;
}

/** What can be said in one recording, and how likely. */
export interface OpenVocabulary {
  readonly tree: SearchTree;
  /** Continues after previous words, or begins a sentence. */
  grammarAfter(before: readonly string[]): Grammar;
  /** Of the requested vocabulary: indices of the phrases without a pronunciation. */
  readonly unsayable: readonly number[];
  wordsOf(entries: readonly number[]): TimedWord[];
  /** Equal for entries that say the same. */
  labelOf(entry: number): string | undefined;
}

/**
 * The model's state after words that were said before in one breath; the beginning of a sentence
 * when there are none.
 */
export function stateAfter(model: LanguageModel, before: readonly string[]): number {
  if (before.length === 0) return model.start;
  const nothing = model.next(model.start, -1);
  return before.reduce((state, word) => model.next(state, model.wordId(word)), nothing);
}

/** What a model's tokens can be made to say. The tree of a lexicon is built once. */
export interface DecodingVocabulary {
  open(request: {
    model: LanguageModel | undefined;
    vocabulary: readonly string[];
  }): OpenVocabulary;
}
