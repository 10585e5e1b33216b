import type { Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';
import { bestLabels, marginals } from './chain.js';
import { atDistance, contextHashes, countAt, dictionaryAt, REACH, wordHashes } from './features.js';
import { isFirst, isFurther, kindOf, LABEL_COUNT, OUTSIDE, type TaggedKind } from './labels.js';
import { addRow, type TaggerWeights } from './weights.js';

/** A name that the tagger reads: words `from` to `to` (not included). */
export interface Tagged {
  readonly from: number;
  readonly to: number;
  readonly kind: TaggedKind;
  /** 0..1: the least probability of the label of one of its words, and that it ends there. */
  readonly probability: number;
}

/** What the tagger makes of a text. */
export interface Tagging {
  readonly names: readonly Tagged[];
  /** 0..1 for each word: how probable it is that it belongs to no name. */
  readonly outside: Float64Array;
}

const BREAK = GAP.end | GAP.line | GAP.blank | GAP.question;
const LONGEST = 256;

/** Sentences and lines, each of a bounded number of words. */
export function sentencesOf(
  words: readonly Word[],
): readonly { readonly from: number; readonly to: number }[] {
  const sentences: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 1; at <= words.length; at += 1) {
    const word = words[at];
    if (word !== undefined && (word.gap & BREAK) === 0 && at - from < LONGEST) continue;
    sentences.push({ from, to: at });
    from = at;
  }
  return words.length === 0 ? [] : sentences;
}

const WIDTH = (2 * REACH + 1) * LABEL_COUNT;

/** What a word adds to itself and its neighbours, REACH to the left first. */
function ownSums(word: Word, weights: TaggerWeights): Float64Array {
  const hashes = wordHashes(word, weights.clusters);
  const sums = new Float64Array(WIDTH);
  for (let distance = -REACH; distance <= REACH; distance += 1) {
    const at = (distance + REACH) * LABEL_COUNT;
    const count = countAt(hashes, distance);
    for (let n = 0; n < count; n += 1)
      addRow(sums, at, atDistance(hashes[n] ?? 0, distance), weights);
  }
  return sums;
}

function namesOf(labels: Uint8Array, probabilities: Float64Array, start: number): Tagged[] {
  const names: Tagged[] = [];
  const of = (at: number, label: number) => probabilities[at * LABEL_COUNT + label] ?? 0;
  for (let at = 0; at < labels.length; ) {
    const label = labels[at] ?? OUTSIDE;
    if (!isFirst(label)) {
      at += 1;
      continue;
    }
    let probability = of(at, label);
    let to = at + 1;
    for (; to < labels.length && isFurther(labels[to] ?? OUTSIDE); to += 1) {
      probability = Math.min(probability, of(to, labels[to] ?? OUTSIDE));
    }
    if (to < labels.length) probability = Math.min(probability, 1 - of(to, label + 1));
    names.push({ from: start + at, to: start + to, kind: kindOf(label), probability });
    at = to;
  }
  return names;
}

/** Names by a linear-chain conditional random field over what the dictionary says; linear, deterministic. */
export function createTagger(weights: TaggerWeights) {
  const { scale, transitions } = weights;
  return (words: readonly Word[], spans: readonly Span[]): Tagging => {
    const dictionary = dictionaryAt(words, spans);
    const known = new Map<string, Float64Array>();
    const own = words.map((word) => {
      let sums = known.get(word.written);
      if (sums === undefined) {
        sums = ownSums(word, weights);
        known.set(word.written, sums);
      }
      return sums;
    });
    const outside = new Float64Array(words.length);
    const names: Tagged[] = [];
    for (const sentence of sentencesOf(words)) {
      const { from, to } = sentence;
      const length = to - from;
      const emissions = new Float64Array(length * LABEL_COUNT);
      for (let at = from; at < to; at += 1) {
        const here = (at - from) * LABEL_COUNT;
        for (
          let other = Math.max(from, at - REACH);
          other < Math.min(to, at + REACH + 1);
          other += 1
        ) {
          const sums = own[other];
          const row = (other - at + REACH) * LABEL_COUNT;
          for (let label = 0; label < LABEL_COUNT; label += 1) {
            emissions[here + label] = (emissions[here + label] ?? 0) + (sums?.[row + label] ?? 0);
          }
        }
        for (const hash of contextHashes(words, at, sentence, dictionary)) {
          addRow(emissions, here, hash, weights);
        }
      }
      for (let i = 0; i < emissions.length; i += 1) emissions[i] = (emissions[i] ?? 0) * scale;
      const chain = { emissions, transitions, length };
      const { labels } = marginals(chain);
      for (let at = 0; at < length; at += 1) outside[from + at] = labels[at * LABEL_COUNT] ?? 0;
      names.push(...namesOf(bestLabels(chain), labels, from));
    }
    return { names, outside };
  };
}
