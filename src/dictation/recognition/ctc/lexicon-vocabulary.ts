import type { LanguageModel } from '../language-model/language-model.js';
import type { Pronunciation } from '../pronunciation/lexicon.js';
import { type DecodingVocabulary, stateAfter } from './decoding-vocabulary.js';
import { createLexiconGrammar } from './lexicon-grammar.js';
import type { DecodingParameters } from './parameters.js';
import { type Phrase, readVocabulary, type SaidWord, tokensOf } from './phrases.js';
import type { Pronouncer } from './pronouncers.js';
import { createLexiconTree } from './search-tree.js';

interface LexiconInput {
  readonly lexicon: readonly Pronunciation[];
  readonly pronounce: Pronouncer;
  /** Columns of the model's output. */
  readonly columns: number;
  readonly model: LanguageModel;
  readonly parameters: DecodingParameters;
}

/**
 * Words of a lexicon and requested phrases, under a language model.
 *
 * @param model its look-ahead serves every recording; each may be weighed by another model of the
 *   same words
 */
export function createLexiconVocabulary({
  lexicon,
  pronounce,
  columns,
  model: usual,
  parameters,
}: LexiconInput): DecodingVocabulary {
  const { lm_weight, word_bonus, phrase_bonus, phrase_floor } = parameters;
  const ids = Int32Array.from(lexicon, ({ word }) => usual.wordId(word));
  const tree = createLexiconTree(columns, {
    sequences: lexicon.map(({ phones }) => phones),
    scoreOf: (entry) => lm_weight * usual.unigram(ids[entry] ?? -1) + word_bonus,
  });
  const wordsOfEntry = (entry: number, phrases: readonly Phrase[]): readonly SaidWord[] => {
    const { word, phones } = lexicon[entry] ?? {};
    return word !== undefined && phones
      ? [{ word, tokens: phones }]
      : (phrases[entry - lexicon.length] ?? []);
  };
  return {
    open({ model = usual, vocabulary }) {
      const { phrases, unsayable } = readVocabulary(vocabulary, pronounce);
      const sequences = phrases.map(tokensOf);
      const phraseIds = phrases.map((phrase) => phrase.map(({ word }) => model.wordId(word)));
      const grammar = createLexiconGrammar(
        model,
        { lexicon: ids, phrases: phraseIds },
        sequences.map(({ length }) => length),
        parameters,
      );
      const scoreOf = (phrase: number) => {
        const words = phraseIds[phrase] ?? [];
        const alone = words.reduce((sum, id) => sum + model.unigram(id), 0);
        const bonus = phrase_bonus * (sequences[phrase]?.length ?? 0) + word_bonus * words.length;
        return lm_weight * Math.max(alone, phrase_floor) + bonus;
      };
      return {
        tree: phrases.length === 0 ? tree.plain : tree.with({ sequences, scoreOf }),
        grammarAfter: (before) => ({ ...grammar, start: stateAfter(model, before) }),
        unsayable,
        wordsOf: (entries) =>
          entries.flatMap((entry, place) =>
            wordsOfEntry(entry, phrases).map((one) => ({ ...one, place })),
          ),
        labelOf: (entry) => wordsOfEntry(entry, phrases).at(-1)?.word,
      };
    },
  };
}
