import type { Span } from '../../../src/patient-record/language/span.js';
import {
  atDistance,
  type Clusters,
  countAt,
  dictionaryAt,
  eachContextHash,
  REACH,
  wordHashes,
} from '../../../src/patient-record/language/tagger/features.js';
import { bucketOf } from '../../../src/patient-record/language/tagger/hash.js';
import { firstOf, furtherOf, LABEL_COUNT, OUTSIDE, type TaggedKind } from '../../../src/patient-record/language/tagger/labels.js';
import { sentencesOf } from '../../../src/patient-record/language/tagger/tag.js';
import type { Word } from '../../../src/patient-record/language/text/words.js';
import type { MarkedText } from '../../language/iob.js';

/** A sentence to learn from: buckets of the features of its words in one row, and what labels each may have. */
export interface Example {
  readonly length: number;
  readonly buckets: Int32Array;
  /** Where the features of each word begin; one more at the end. */
  readonly starts: Int32Array;
  /** Bits of the labels that are right. */
  readonly allowed: Uint8Array;
}

/** What the annotations leave undecided. */
export interface Open {
  readonly noSubstances: boolean;
  readonly partial: boolean;
}

const ONLY_OUTSIDE = 1 << OUTSIDE;
const ALL = (1 << LABEL_COUNT) - 1;
const PROBLEM = (1 << firstOf('problem')) | (1 << furtherOf('problem'));
const SUBSTANCE = (1 << firstOf('substance')) | (1 << furtherOf('substance'));

/** Labels that each word may have, as bits. */
export function allowedLabels(
  words: readonly Word[],
  spans: readonly Span[],
  { marked }: MarkedText,
  { noSubstances, partial }: Open,
): Uint8Array {
  const allowed = new Uint8Array(words.length).fill(noSubstances ? ONLY_OUTSIDE | SUBSTANCE : ONLY_OUTSIDE);
  if (partial) for (const { from, to } of spans) allowed.fill(ALL, from, to);
  const fill = (n: number, kind: TaggedKind, first: boolean) => {
    // Corpora differ in the extent of a problem, but not in whether the dictionary's part of it is one.
    if (partial && kind === 'problem') allowed[n] = allowed[n] === ALL ? PROBLEM : ONLY_OUTSIDE | PROBLEM;
    else allowed[n] = 1 << (first ? firstOf(kind) : furtherOf(kind));
  };
  let at = 0;
  for (const { start, end, type } of marked) {
    const kind = type === 'Disease' ? 'problem' : 'substance';
    while (at < words.length && (words[at]?.end ?? 0) <= start) at += 1;
    for (let n = at; n < words.length && (words[n]?.start ?? end) < end; n += 1) {
      fill(n, kind, n === at);
    }
  }
  return allowed;
}

export function examplesOf(
  words: readonly Word[],
  spans: readonly Span[],
  allowed: Uint8Array,
  clusters: Clusters,
  bits: number,
): readonly Example[] {
  const dictionary = dictionaryAt(words, spans);
  const hashesOf = words.map((word) => wordHashes(word, clusters));
  const folded = Int32Array.from(hashesOf, ([first = 0]) => first);
  return sentencesOf(words).map(({ from, to }) => {
    const around = { words, from, to, folded, dictionary };
    const buckets: number[] = [];
    const starts = new Int32Array(to - from + 1);
    for (let at = from; at < to; at += 1) {
      for (let other = Math.max(from, at - REACH); other < Math.min(to, at + REACH + 1); other += 1) {
        const hashes = hashesOf[other] ?? [];
        const count = countAt(hashes, other - at);
        for (let n = 0; n < count; n += 1) buckets.push(bucketOf(atDistance(hashes[n] ?? 0, other - at), bits));
      }
      eachContextHash(around, at, (hash) => {
        buckets.push(bucketOf(hash, bits));
      });starts[at - from + 1] = buckets.length;
    }
    const own = allowed.slice(from, to);
    // A name split between sentences continues with a first word.
    const cut = [firstOf('problem'), firstOf('substance')].find((first) => own[0] === 1 << (first + 1));
    if (cut !== undefined) own[0] = 1 << cut;
    return { length: to - from, buckets: Int32Array.from(buckets), starts, allowed: own };
  });
}
