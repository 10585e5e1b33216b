import type { Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';
import { bestLabels, type Chain, marginals } from './chain.js';
import {
  atDistance,
  countAt,
  dictionaryAt,
  eachContextHash,
  REACH,
  type SentenceContext,
  wordHashes,
} from './features.js';
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

/** The result of the tagger for a text. */
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

/** The features of a word, and its contributions to itself and its neighbours, from REACH to the left on. */
interface WordFeatures {
  readonly folded: number;
  readonly sums: Int32Array;
}

function know(word: Word, weights: TaggerWeights): WordFeatures {
  const hashes = wordHashes(word, weights.clusters);
  const sums = new Int32Array(WIDTH);
  for (let distance = -REACH; distance <= REACH; distance += 1) {
    const at = (distance + REACH) * LABEL_COUNT;
    const count = countAt(hashes, distance);
    for (let n = 0; n < count; n += 1) {
      addRow(sums, at, atDistance(hashes[n] ?? 0, distance), weights);
    }
  }
  return { folded: hashes[0] ?? 0, sums };
}

/** Words are remembered for the next text only if they are common, and no more than these. */
const MAX_REMEMBERED = 20_000;

function createMemory(weights: TaggerWeights) {
  const remembered = new Map<string, WordFeatures>();
  return () => {
    const ofText = new Map<string, WordFeatures>();
    return (word: Word): WordFeatures => {
      const { written, folded } = word;
      let known = remembered.get(written) ?? ofText.get(written);
      if (known === undefined) {
        known = know(word, weights);
        const common = weights.clusters.has(folded) && remembered.size < MAX_REMEMBERED;
        (common ? remembered : ofText).set(written, known);
      }
      return known;
    };
  };
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
    names.push({ kind: kindOf(label), from: start + at, to: start + to, probability });
    at = to;
  }
  return names;
}

/** Sums of weights of each label at each word of a sentence. */
function emissionsOf(
  around: SentenceContext,
  known: readonly WordFeatures[],
  weights: TaggerWeights,
): Float64Array {
  const { from, to } = around;
  const sums = new Int32Array((to - from) * LABEL_COUNT);
  let here = 0;
  const take = (hash: number) => addRow(sums, here, hash, weights);
  for (let at = from; at < to; at += 1) {
    here = (at - from) * LABEL_COUNT;
    const last = Math.min(to - 1, at + REACH);
    for (let other = Math.max(from, at - REACH); other <= last; other += 1) {
      const own = known[other]?.sums;
      if (own === undefined) continue;
      const row = (other - at + REACH) * LABEL_COUNT;
      for (let label = 0; label < LABEL_COUNT; label += 1) {
        sums[here + label] = (sums[here + label] ?? 0) + (own[row + label] ?? 0);
      }
    }
    eachContextHash(around, at, take);
  }
  const emissions = new Float64Array(sums.length);
  for (let n = 0; n < sums.length; n += 1) emissions[n] = (sums[n] ?? 0) * weights.scale;
  return emissions;
}

/** A sentence with its best labels, before their probabilities are found. */
interface TaggedSentence {
  readonly from: number;
  readonly to: number;
  readonly chain: Chain;
  readonly best: Uint8Array;
}

const namesMarked = ({ from, best }: TaggedSentence, marks: Uint8Array): boolean =>
  best.some((label, n) => label !== OUTSIDE && marks[from + n] === 1);

/**
 * Names by a linear-chain conditional random field over the dictionary's annotations; linear, deterministic.
 * The tagger takes words, names of the dictionary, and where not all sentences are to be read, marks
 * of words: a sentence without any is taken to name nothing. Where no name holds a marked word, none is
 * returned, and no probabilities.
 */
export function createTagger(weights: TaggerWeights) {
  const { transitions } = weights;
  const memoryOf = createMemory(weights);
  return (words: readonly Word[], spans: readonly Span[], marks?: Uint8Array): Tagging => {
    const dictionary = dictionaryAt(words, spans);
    const knowledgeOf = memoryOf();
    const outside = new Float64Array(words.length).fill(1);
    const read: TaggedSentence[] = [];
    for (const { from, to } of sentencesOf(words)) {
      if (marks !== undefined && !marks.subarray(from, to).includes(1)) continue;
      const sentence = words.slice(from, to);
      const known = sentence.map(knowledgeOf);
      const folded = new Int32Array(known.length);
      for (const [n, one] of known.entries()) folded[n] = one.folded;
      const around = {
        words: sentence,
        from: 0,
        to: to - from,
        folded,
        dictionary: dictionary.subarray(from, to),
      };
      const emissions = emissionsOf(around, known, weights);
      const chain = { emissions, transitions, length: to - from };
      read.push({ from, to, chain, best: bestLabels(chain) });
    }
    const names: Tagged[] = [];
    if (marks !== undefined && !read.some((one) => namesMarked(one, marks))) {
      return { names, outside };
    }
    for (const { from, to, chain, best } of read) {
      const { labels } = marginals(chain);
      for (let at = from; at < to; at += 1) outside[at] = labels[(at - from) * LABEL_COUNT] ?? 0;
      names.push(...namesOf(best, labels, from));
    }
    return { names, outside };
  };
}
