import type { EntityType } from '../entity.js';
import type { Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';
import { hashPair, hashText } from './hash.js';

/** Kinds of features; their numbers are part of the trained model. */
const KIND = {
  bias: 1,
  folded: 2,
  written: 3,
  shape: 4,
  prefix: 5,
  suffix: 6,
  gram: 7,
  length: 8,
  gap: 9,
  dictionary: 10,
  dictionaryWord: 11,
  dictionaryEnd: 12,
  pair: 13,
  dictionaries: 15,
  around: 16,
  cluster: 17,
} as const;

/** How far words to the left and right are looked at. */
export const REACH = 2;
/** The first features of a word are also those of its neighbours. */
const OF_NEIGHBOURS = 5;
const LONGEST_SHAPE = 12;
const LONGEST_WORD = 24;

/** `Xx`, `XX-dd`: the character classes of a word, runs of more than two as two. */
function shapeOf(written: string): string {
  let shape = '';
  for (const sign of written.slice(0, LONGEST_SHAPE)) {
    const kind = /\p{Lu}/u.test(sign)
      ? 'X'
      : /\d/.test(sign)
        ? 'd'
        : /\p{L}/u.test(sign)
          ? 'x'
          : '-';
    if (!shape.endsWith(kind + kind)) shape += kind;
  }
  return shape;
}

/** Digits say how many they are, not which. */
const plainly = (text: string) => text.replace(/\d/g, '0').slice(0, LONGEST_WORD);

/** Clusters of words by the company they keep: the path of a folded word, coarse first. */
export type Clusters = ReadonlyMap<string, readonly number[]>;

/** The features of a word by itself, as hashes; the first are also features of its neighbours. */
export function wordHashes({ written, folded }: Word, clusters: Clusters): readonly number[] {
  const plain = plainly(folded);
  const bare = plainly(written).toLowerCase();
  const paths = clusters.get(folded) ?? [];
  const hashes = [
    hashText(KIND.folded, plain),
    hashText(KIND.shape, shapeOf(written)),
    hashText(KIND.suffix, bare.slice(-3)),
    hashText(KIND.cluster, `0 ${paths[0] ?? ''}`),
    hashText(KIND.cluster, `1 ${paths[1] ?? ''}`),
    hashText(KIND.bias, ''),
    hashText(KIND.written, plainly(written)),
    hashText(KIND.length, String(Math.min(written.length, 9))),
  ];
  for (const size of [2, 3, 4]) hashes.push(hashText(KIND.prefix, bare.slice(0, size)));
  for (const size of [2, 4, 5]) hashes.push(hashText(KIND.suffix, `${size}${bare.slice(-size)}`));
  const padded = `^${bare}$`;
  for (let at = 0; at + 4 <= padded.length; at += 1) {
    hashes.push(hashText(KIND.gram, padded.slice(at, at + 4)));
  }
  return hashes;
}

/** How many of the hashes of a word count at a distance from it. */
export const countAt = (hashes: readonly number[], distance: number): number =>
  distance === 0 ? hashes.length : Math.min(OF_NEIGHBOURS, hashes.length);

/** The same feature at another distance is another one. */
export const atDistance = (hash: number, distance: number): number =>
  distance === 0 ? hash : hashPair(hash, distance + 8);

const TYPE_CODE: Readonly<Record<EntityType, number>> = {
  symptom: 1,
  finding: 1,
  condition: 1,
  medication: 2,
  procedure: 3,
  lab_test: 4,
  measurement: 5,
  anatomy: 6,
};

/** How sure the dictionary is, in three steps. */
const step = (confidence: number) => (confidence > 0.9 ? 2 : confidence > 0.72 ? 1 : 0);
const NOTHING = 0;

/** The dictionary's annotation of each word as a number: type, begin or inside, end, certainty; 0 for none. */
export function dictionaryAt(words: readonly Word[], spans: readonly Span[]): Int32Array {
  const at = new Int32Array(words.length);
  for (const { from, to, type, confidence } of spans) {
    const code = TYPE_CODE[type] * 12 + step(confidence);
    for (let i = from; i < to; i += 1) at[i] = code + (i === from ? 3 : 0) + (i === to - 1 ? 6 : 0);
  }
  return at;
}

const SHOWN =
  GAP.comma |
  GAP.slash |
  GAP.colon |
  GAP.semicolon |
  GAP.open |
  GAP.close |
  GAP.hyphen |
  GAP.dash |
  GAP.sign;
/** Before the first and after the last word of a sentence. */
const EDGE = -1;

const combined = (kind: number, a: number, b = 0, c = 0): number =>
  hashPair(hashPair(hashPair(Math.imul(kind, 0x9e3779b1), a), b), c);

/** A sentence, for reading the context of its words. */
export interface SentenceContext {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
  /** Hash of each folded word. */
  readonly folded: Int32Array;
  /** See {@link dictionaryAt}. */
  readonly dictionary: Int32Array;
}

/** Gives each feature of a word's context: characters, pairs of neighbours, dictionary entries. */
export function eachContextHash(
  { words, from, to, folded, dictionary }: SentenceContext,
  at: number,
  take: (hash: number) => void,
): void {
  const gap = at <= from ? EDGE : (words[at]?.gap ?? 0) & SHOWN;
  const gapAfter = at + 1 >= to ? EDGE : (words[at + 1]?.gap ?? 0) & SHOWN;
  const word = folded[at] ?? 0;
  const wordBefore = at <= from ? EDGE : (folded[at - 1] ?? 0);
  const wordAfter = at + 1 >= to ? EDGE : (folded[at + 1] ?? 0);
  const here = dictionary[at] ?? NOTHING;
  const before = at <= from ? EDGE : (dictionary[at - 1] ?? NOTHING);
  const after = at + 1 >= to ? EDGE : (dictionary[at + 1] ?? NOTHING);
  take(combined(KIND.gap, 0, gap));
  take(combined(KIND.gap, 1, gapAfter));
  take(combined(KIND.gap, 2, gap, gapAfter));
  take(combined(KIND.pair, 0, wordBefore, word));
  take(combined(KIND.pair, 1, word, wordAfter));
  take(combined(KIND.dictionary, 0, here));
  take(combined(KIND.dictionary, 1, before));
  take(combined(KIND.dictionary, 2, after));
  take(combined(KIND.dictionaries, 0, before, here));
  take(combined(KIND.dictionaries, 1, here, after));
  take(combined(KIND.dictionaries, before, here, after));
  take(combined(KIND.around, here, gap, gapAfter));
  if (here !== NOTHING) take(combined(KIND.dictionaryWord, here, word));
  else {
    if (after !== NOTHING) take(combined(KIND.dictionaryEnd, 0, word, after));
    if (before !== NOTHING) take(combined(KIND.dictionaryEnd, 1, before, word));
  }
}
