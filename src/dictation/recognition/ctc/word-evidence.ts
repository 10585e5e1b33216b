import type { LanguageModel } from '../language-model/language-model.js';
import { align, type TokenSpan } from './alignment.js';
import type { SearchResult } from './beam-search.js';
import { type OpenVocabulary, stateAfter, type TimedWord } from './decoding-vocabulary.js';
import { agreementOn, type Evidence, soundOf } from './evidence.js';
import type { Frames } from './frames.js';

/** A recognised word with its frames and its evidence. */
export interface HeardWord {
  readonly word: string;
  /** Frames from `first` to before `last`. */
  readonly first: number;
  readonly last: number;
  readonly evidence: Evidence;
}

interface Language {
  readonly vocabulary: OpenVocabulary;
  readonly model: LanguageModel | undefined;
  /** The preceding words of the same sentence. */
  readonly before: readonly string[];
  readonly temperature: number;
}

/** ln-probability of each word after those before it; 0 where there is no language model. */
function languageOf(words: readonly TimedWord[], { model, before }: Language): number[] {
  if (model === undefined) return words.map(() => 0);
  let state = stateAfter(model, before);
  return words.map(({ word }) => {
    const id = model.wordId(word);
    const score = model.score(state, id);
    state = model.next(state, id);
    return score;
  });
}

/** Agreement on each word: the minimum of its entries. */
function agreements(
  result: SearchResult,
  words: readonly TimedWord[],
  language: Language,
): number[] {
  const { pasts, survivors, best } = result;
  const { labelOf } = language.vocabulary;
  const each = pasts
    .chain(best)
    .map((number) =>
      agreementOn(number, survivors, { pasts, labelOf, temperature: language.temperature }),
    );
  return words.map(({ place }, index) => {
    const from = Math.min(place, (words[index - 1]?.place ?? -1) + 1);
    return Math.min(...each.slice(from, place + 1));
  });
}

/** Aligns the words of a search with the sound. */
export function wordsWithEvidence(
  input: Frames,
  result: SearchResult,
  language: Language,
): HeardWord[] {
  const entries = result.pasts.chain(result.best).map((number) => result.pasts.entry(number));
  const words = language.vocabulary.wordsOf(entries);
  const spans = align(
    input,
    words.flatMap(({ tokens }) => tokens),
  );
  if (spans === undefined) return [];
  const agreed = agreements(result, words, language);
  const scores = languageOf(words, language);
  let at = 0;
  return words.map(({ word, tokens }, index) => {
    const own: TokenSpan[] = spans.slice(at, at + tokens.length);
    at += tokens.length;
    const evidence = {
      agreement: agreed[index] ?? 0,
      sound: soundOf(input, own, tokens),
      language: scores[index] ?? 0,
      tokens: tokens.length,
    };
    return { word, first: own[0]?.first ?? 0, last: own.at(-1)?.last ?? 0, evidence };
  });
}
