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
  shapes: 14,
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

/** `Xx`, `XX-dd`: what kinds of signs a word is made of, runs of more than two as two. */
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

/** What a word is by itself, as hashes; the first also serve its neighbours. */
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

const TYPE_LETTER: Readonly<Record<EntityType, string>> = {
  symptom: 'p',
  finding: 'p',
  condition: 'p',
  medication: 'd',
  procedure: 'o',
  lab_test: 'l',
  measurement: 'm',
  anatomy: 'a',
};

/** How sure the dictionary is, in three steps. */
const step = (confidence: number) => (confidence > 0.9 ? 2 : confidence > 0.72 ? 1 : 0);

/** What the dictionary says at each word: type, begin or inside, end, how sure. */
export function dictionaryAt(words: readonly Word[], spans: readonly Span[]): readonly string[] {
  const at = new Array<string>(words.length).fill('');
  for (const { from, to, type, confidence } of spans) {
    for (let i = from; i < to; i += 1) {
      const place = `${i === from ? 'b' : 'i'}${i === to - 1 ? 'e' : ''}`;
      at[i] = `${TYPE_LETTER[type]}${place}${step(confidence)}`;
    }
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

/** What stands around a word, as hashes: signs, neighbours in pairs, what the dictionary says. */
export function contextHashes(
  words: readonly Word[],
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
  dictionary: readonly string[],
): number[] {
  const gap = (i: number) => (i <= from ? -1 : i >= to ? -2 : (words[i]?.gap ?? 0) & SHOWN);
  const folded = (i: number) => (i < from || i >= to ? '' : plainly(words[i]?.folded ?? ''));
  const said = (i: number) => (i < from || i >= to ? '|' : (dictionary[i] ?? ''));
  const [here, before, after] = [said(at), said(at - 1), said(at + 1)];
  const word = folded(at);
  const hashes = [
    hashText(KIND.gap, `0 ${gap(at)}`),
    hashText(KIND.gap, `1 ${gap(at + 1)}`),
    hashText(KIND.gap, `2 ${gap(at)} ${gap(at + 1)}`),
    hashText(KIND.pair, `${folded(at - 1)} ${word}`),
    hashText(KIND.pair, `${word} ${folded(at + 1)} `),
    hashText(KIND.dictionary, here),
    hashText(KIND.dictionary, `-${before}`),
    hashText(KIND.dictionary, `+${after}`),
    hashText(KIND.dictionaries, `${before} ${here}`),
    hashText(KIND.dictionaries, `${here} ${after} `),
    hashText(KIND.dictionaries, `${before} ${here} ${after}`),
    hashText(KIND.around, `${here} ${gap(at)} ${gap(at + 1)}`),
  ];
  if (here !== '') hashes.push(hashText(KIND.dictionaryWord, `${here} ${word}`));
  if (here === '' && after !== '') hashes.push(hashText(KIND.dictionaryEnd, `${word} ${after}`));
  if (here === '' && before !== '') hashes.push(hashText(KIND.dictionaryEnd, `${before} ${word} `));
  return hashes;
}
