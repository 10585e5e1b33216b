import { readVocabulary, type Vocabulary } from './vocabulary.js';

/*
 * The file, little-endian, each section beginning at a multiple of four bytes:
 *
 *   "WBNGRAM1"
 *   u32 V words, u32 B bigrams, u32 T trigrams, u32 bytes of the words' text
 *   f32 ln P of an unknown word, u32 zero
 *   f32[256] values of the codes of p1, b1, p2, b2, p3
 *   u32[V + 2] first bigram of each history
 *   u32[ceil((B + 1) / 64)] base: trigrams before each block of 64 bigrams
 *   u16[B] second word of each bigram
 *   u16[B + 1] trigrams before the bigram less the base of its block
 *   u16[T] third word of each trigram
 *   u8 p1[V + 1], b1[V + 1], p2[B], b2[B], p3[T]
 *   the words, sorted, joined by line feeds
 *
 * Words are numbers 0..V-1. V is the edge of a sentence: its end where it is predicted, its
 * beginning where it is history. p are ln P, b are ln of back-off weights; both are codes of one
 * byte. The bigrams of a history, and the trigrams of a bigram, are sorted by their last word.
 */

/** The sections as typed arrays. */
export interface NGramTables {
  readonly vocabulary: Vocabulary;
  /** ln P of a word that is not in the list. */
  readonly unknown: number;
  /** Values of the codes: of probabilities of 1, 2, 3 words, of back-offs after 1 and 2. */
  readonly values: Readonly<Record<Weights, Float32Array>>;
  readonly codes: Readonly<Record<Weights, Uint8Array>>;
  readonly firstBigram: Uint32Array;
  readonly bigramWord: Uint16Array;
  readonly trigramBase: Uint32Array;
  readonly trigramOffset: Uint16Array;
  readonly trigramWord: Uint16Array;
}

type Weights = 'p1' | 'b1' | 'p2' | 'b2' | 'p3';

const WEIGHTS: readonly Weights[] = ['p1', 'b1', 'p2', 'b2', 'p3'];
const MAGIC = 'WBNGRAM1';
const HEADER = 32;
const CODES = 256;
/** Ids have 16 bits, and one is the edge. */
const MAX_WORDS = 65_534;
/** Larger values of ln of weights are damage. */
const MAX_WEIGHT = 1_000;

/** 64 bigrams share a base. */
export const BLOCK_BITS = 6;

const fault = (what: string) => new RangeError(`n-gram file: ${what}`);
const padded = (length: number) => Math.ceil(length / 4) * 4;

interface Counts {
  readonly words: number;
  readonly bigrams: number;
  readonly trigrams: number;
  readonly text: number;
}

const blocksOf = (bigrams: number) => Math.ceil((bigrams + 1) / 2 ** BLOCK_BITS);

function readCounts(view: DataView): Counts {
  const magic = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset, MAGIC.length));
  if (magic !== MAGIC) throw fault('the magic number or version is wrong');
  const [words, bigrams, trigrams, text] = [8, 12, 16, 20].map((at) => view.getUint32(at, true));
  if (words === undefined || words < 1 || words > MAX_WORDS) throw fault(`${words} words`);
  if (view.getUint32(28, true) !== 0) throw fault('a reserved field is used');
  return { words, bigrams: bigrams ?? 0, trigrams: trigrams ?? 0, text: text ?? 0 };
}

function lengthOf({ words, bigrams, trigrams, text }: Counts): number {
  const longs = WEIGHTS.length * CODES + words + 2 + blocksOf(bigrams);
  const shorts = padded(2 * bigrams) + padded(2 * (bigrams + 1)) + padded(2 * trigrams);
  const bytes = 2 * padded(words + 1) + 2 * padded(bigrams) + padded(trigrams) + padded(text);
  return HEADER + 4 * longs + shorts + bytes;
}

/** Reads the sections in order. */
function createCutter({ buffer, byteOffset }: Uint8Array<ArrayBuffer>) {
  let at = byteOffset + HEADER;
  const place = (length: number) => {
    const begin = at;
    at += padded(length);
    return begin;
  };
  return {
    floats: (count: number) => new Float32Array(buffer, place(4 * count), count),
    longs: (count: number) => new Uint32Array(buffer, place(4 * count), count),
    shorts: (count: number) => new Uint16Array(buffer, place(2 * count), count),
    bytes: (count: number) => new Uint8Array(buffer, place(count), count),
  };
}

function checkValues(values: NGramTables['values'], unknown: number): void {
  if (!(unknown <= 0 && unknown >= -MAX_WEIGHT))
    throw fault('the cost of an unknown word is missing');
  for (const name of WEIGHTS) {
    const max = name.startsWith('p') ? 0 : MAX_WEIGHT;
    for (const value of values[name]) {
      if (!(value <= max && value >= -MAX_WEIGHT)) throw fault(`${value} among the ${name}`);
    }
  }
}

/** Words between two positions must ascend, and be words or the edge. */
function checkRising(words: Uint16Array, from: number, to: number, edge: number): boolean {
  let before = -1;
  for (let at = from; at < to; at += 1) {
    const word = words[at] ?? 0;
    if (word <= before) return false;
    before = word;
  }
  return before <= edge;
}

function checkBigrams({ firstBigram, bigramWord, vocabulary }: NGramTables): void {
  const edge = vocabulary.size;
  if (firstBigram[0] !== 0) throw fault('the first bigrams do not begin at 0');
  for (let history = 0; history <= edge; history += 1) {
    const [from, to] = [firstBigram[history] ?? 0, firstBigram[history + 1] ?? 0];
    if (to < from || to > bigramWord.length) throw fault(`the bigrams of history ${history}`);
    if (!checkRising(bigramWord, from, to, edge)) throw fault(`words after history ${history}`);
  }
  if (firstBigram[edge + 1] !== bigramWord.length) throw fault('bigrams without a history');
}

/** Place of the first trigram of a bigram. */
export function trigramsBefore(tables: NGramTables, bigram: number): number {
  return (tables.trigramBase[bigram >>> BLOCK_BITS] ?? 0) + (tables.trigramOffset[bigram] ?? 0);
}

function checkTrigrams(tables: NGramTables): void {
  const { bigramWord, trigramWord, vocabulary } = tables;
  let from = trigramsBefore(tables, 0);
  if (from !== 0) throw fault('the first trigrams do not begin at 0');
  for (let bigram = 0; bigram < bigramWord.length; bigram += 1) {
    const to = trigramsBefore(tables, bigram + 1);
    if (to < from || to > trigramWord.length) throw fault(`the trigrams of bigram ${bigram}`);
    if (!checkRising(trigramWord, from, to, vocabulary.size)) {
      throw fault(`words after bigram ${bigram}`);
    }
    from = to;
  }
  if (from !== trigramWord.length) throw fault('trigrams without a bigram');
}

function cut(bytes: Uint8Array<ArrayBuffer>, counts: Counts, unknown: number): NGramTables {
  const { words, bigrams, trigrams, text } = counts;
  const cutter = createCutter(bytes);
  const each = <T>(take: (name: Weights) => T) => ({
    p1: take('p1'),
    b1: take('b1'),
    p2: take('p2'),
    b2: take('b2'),
    p3: take('p3'),
  });
  const sizes = { p1: words + 1, b1: words + 1, p2: bigrams, b2: bigrams, p3: trigrams };
  return {
    unknown,
    values: each(() => cutter.floats(CODES)),
    firstBigram: cutter.longs(words + 2),
    trigramBase: cutter.longs(blocksOf(bigrams)),
    bigramWord: cutter.shorts(bigrams),
    trigramOffset: cutter.shorts(bigrams + 1),
    trigramWord: cutter.shorts(trigrams),
    codes: each((name) => cutter.bytes(sizes[name])),
    vocabulary: readVocabulary(cutter.bytes(text), words),
  };
}

/**
 * Opens an n-gram file. The tables are views of the bytes where those are aligned to four, else of
 * a copy. Everything a search relies on is checked.
 *
 * @throws RangeError naming the fault, for a file that is truncated or inconsistent.
 */
export function openNGramFile(bytes: Uint8Array): NGramTables {
  if (bytes.length < HEADER) throw fault('the header is incomplete');
  const own =
    bytes.byteOffset % 4 === 0 && bytes.buffer instanceof ArrayBuffer
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
      : new Uint8Array(bytes);
  const view = new DataView(own.buffer, own.byteOffset, own.length);
  const counts = readCounts(view);
  const expected = lengthOf(counts);
  if (own.length !== expected) throw fault(`${own.length} bytes instead of ${expected}`);
  const tables = cut(own, counts, view.getFloat32(24, true));
  checkValues(tables.values, tables.unknown);
  checkBigrams(tables);
  checkTrigrams(tables);
  return tables;
}
