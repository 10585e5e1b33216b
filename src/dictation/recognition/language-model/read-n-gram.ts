import type { NGram } from './language-model.js';
import { type NGramTables, openNGramFile, trigramsBefore } from './n-gram-file.js';

/** Place of the word among sorted words between two places, or -1. */
function find(words: Uint16Array, from: number, to: number, word: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? 0) < word) low = middle + 1;
    else high = middle;
  }
  return low < to && words[low] === word ? low : -1;
}

/*
 * States: 0 remembers nothing, 1 + w remembers the word w (or the edge), 2 + edge + i remembers the
 * two words of bigram i. A state is reduced to what can still make a difference, so that hypotheses
 * with the same future have the same state.
 */
function createSearch(tables: NGramTables) {
  const { firstBigram, bigramWord, trigramWord, values, codes, vocabulary } = tables;
  const edge = vocabulary.size;
  const firstPair = edge + 2;
  const bigram = (history: number, word: number) =>
    find(bigramWord, firstBigram[history] ?? 0, firstBigram[history + 1] ?? 0, word);
  const unigram = (word: number) => values.p1[codes.p1[word] ?? 0] ?? 0;

  function afterOne(history: number, word: number): number {
    const at = bigram(history, word);
    if (at >= 0) return values.p2[codes.p2[at] ?? 0] ?? 0;
    return (values.b1[codes.b1[history] ?? 0] ?? 0) + unigram(word);
  }

  function score(state: number, word: number): number {
    if (state === 0) return unigram(word);
    if (state < firstPair) return afterOne(state - 1, word);
    const pair = state - firstPair;
    const [from, to] = [trigramsBefore(tables, pair), trigramsBefore(tables, pair + 1)];
    const at = find(trigramWord, from, to, word);
    if (at >= 0) return values.p3[codes.p3[at] ?? 0] ?? 0;
    return (values.b2[codes.b2[pair] ?? 0] ?? 0) + afterOne(bigramWord[pair] ?? 0, word);
  }

  function next(state: number, word: number): number {
    const last = state < firstPair ? state - 1 : (bigramWord[state - firstPair] ?? 0);
    const at = last < 0 ? -1 : bigram(last, word);
    if (at >= 0 && trigramsBefore(tables, at) < trigramsBefore(tables, at + 1)) {
      return firstPair + at;
    }
    return (firstBigram[word] ?? 0) < (firstBigram[word + 1] ?? 0) ? word + 1 : 0;
  }

  return { edge, start: edge + 1, unigram, score, next };
}

/**
 * Reads a trigram model with back-off from a file of `n-gram-file.ts`. Scores never exceed the sum
 * of a probability and the back-offs before it; a history without following words has no back-off.
 *
 * @throws RangeError naming the fault, for a damaged file.
 */
export function readNGram(bytes: Uint8Array): NGram {
  const tables = openNGramFile(bytes);
  const { edge, start, ...search } = createSearch(tables);
  const { vocabulary, unknown } = tables;
  return {
    vocabulary,
    start,
    wordId: vocabulary.id,
    score: (state, word) => (word < 0 ? unknown : search.score(state, word)),
    next: (state, word) => (word < 0 ? 0 : search.next(state, word)),
    end: (state) => search.score(state, edge),
    unigram: (word) => (word < 0 ? unknown : search.unigram(word)),
  };
}
