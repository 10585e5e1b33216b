import type { DecodingVocabulary, TimedWord } from './decoding-vocabulary.js';
import type { DecodingParameters } from './parameters.js';
import { readVocabulary, tokensOf } from './phrases.js';
import type { Pronouncer } from './pronouncers.js';
import { createLexiconTree } from './search-tree.js';
import { createSpelling, createSpellingGrammar } from './spelling-grammar.js';
import type { CtcTokens } from './tokens.js';

/** Joins tokens to words; separators belong to the word before. */
function joined(
  tokens: CtcTokens,
  entries: readonly { token: number; place: number }[],
): TimedWord[] {
  const spelling = createSpelling(tokens);
  const words: TimedWord[] = [];
  let begins = true;
  for (const { token, place } of entries) {
    const letters = spelling.letters(token);
    const last = words.at(-1);
    const opens = begins || (spelling.ends(token) && letters !== '');
    if (last !== undefined && !opens) words.pop();
    const before = last !== undefined && !opens ? last : { word: '', tokens: [] };
    words.push({ word: before.word + letters, tokens: [...before.tokens, token], place });
    begins = letters === '' && spelling.ends(token);
  }
  return words;
}

/** Any word that a model's letters or pieces can spell. */
export function createSpellingVocabulary(
  tokens: CtcTokens,
  pronounce: Pronouncer,
  parameters: DecodingParameters,
): DecodingVocabulary {
  const columns = tokens.texts.length;
  const singles = tokens.texts.map((_, token) => (token === tokens.blank ? [] : [token]));
  const tree = createLexiconTree(columns, { sequences: singles, scoreOf: () => 0 });
  return {
    open({ model, vocabulary }) {
      const { phrases, unsayable } = readVocabulary(vocabulary, pronounce);
      const sequences = phrases.map(tokensOf);
      const scoreOf = (phrase: number) =>
        parameters.phrase_bonus * (sequences[phrase]?.length ?? 0);
      const tokensIn = (entry: number) =>
        entry < columns ? [entry] : (sequences[entry - columns] ?? []);
      return {
        tree: phrases.length === 0 ? tree.plain : tree.with({ sequences, scoreOf }),
        grammarAfter: (before) =>
          createSpellingGrammar(tokens, { model, before }, sequences, parameters),
        unsayable,
        wordsOf: (entries) =>
          joined(
            tokens,
            entries.flatMap((entry, place) => tokensIn(entry).map((token) => ({ token, place }))),
          ),
        labelOf: (entry) => tokensIn(entry).at(-1)?.toString(),
      };
    },
  };
}
