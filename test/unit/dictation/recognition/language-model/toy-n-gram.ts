/** A model by its n-grams: words parted by a space, with `<s>` as history and `</s>` predicted. */
export interface ToyNGram {
  /** ln P and ln of the back-off; the words of the model, `<s>` and `</s>` besides. */
  readonly unigrams: Readonly<Record<string, readonly [p: number, backOff: number]>>;
  readonly bigrams?: Readonly<Record<string, readonly [p: number, backOff: number]>>;
  readonly trigrams?: Readonly<Record<string, number>>;
  readonly unknown?: number;
}

const EDGES = ['<s>', '</s>'];

function codeBook() {
  const values: number[] = [];
  const code = (value: number) => {
    const known = values.indexOf(value);
    if (known >= 0) return known;
    if (values.push(value) > 256) throw new Error('a toy has no more than 256 values');
    return values.length - 1;
  };
  return { code, table: () => Float32Array.from({ length: 256 }, (_, i) => values[i] ?? 0) };
}

function join(parts: readonly (Uint8Array | Uint16Array | Uint32Array | Float32Array)[]) {
  const lengths = parts.map(({ byteLength }) => Math.ceil(byteLength / 4) * 4);
  const whole = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [i, part] of parts.entries()) {
    whole.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += lengths[i]!;
  }
  return whole;
}

/** Numbers before n-grams whose history is each of `histories`. */
const firsts = (ofNGrams: readonly number[], histories: number) =>
  Array.from({ length: histories + 1 }, (_, h) => ofNGrams.filter((own) => own < h).length);

/** Writes a model as `src/dictation/recognition/language-model/n-gram-file.ts` reads it. */
export function packNGram({ unigrams, bigrams = {}, trigrams = {}, unknown = -14 }: ToyNGram) {
  const words = Object.keys(unigrams)
    .filter((word) => !EDGES.includes(word))
    .sort();
  const edge = words.length;
  const id = (word: string) => (EDGES.includes(word) ? edge : words.indexOf(word));
  const sorted = <T>(nGrams: Readonly<Record<string, T>>) =>
    Object.entries(nGrams)
      .map(([name, weights]) => ({ ids: name.split(' ').map(id), weights }))
      .sort((a, b) => a.ids.map((own, i) => own - b.ids[i]!).find((d) => d !== 0) ?? 0);
  const pairs = sorted(bigrams);
  const triples = sorted(trigrams);
  const pairOf = triples.map(({ ids: [a, b] }) =>
    pairs.findIndex(({ ids }) => ids[0] === a && ids[1] === b),
  );
  if (pairOf.includes(-1)) throw new Error('a trigram without its bigram');
  const books = { p1: codeBook(), b1: codeBook(), p2: codeBook(), b2: codeBook(), p3: codeBook() };
  const own = (word: string, i: 0 | 1) => unigrams[word]?.[i] ?? (i === 0 ? -99 : 0);
  const p1 = [...words, '</s>'].map((word) => books.p1.code(own(word, 0)));
  const b1 = [...words, '<s>'].map((word) => books.b1.code(own(word, 1)));
  const p2 = pairs.map(({ weights: [p] }) => books.p2.code(p));
  const b2 = pairs.map(({ weights: [, b] }) => books.b2.code(b));
  const p3 = triples.map(({ weights }) => books.p3.code(weights));
  const before = firsts(pairOf, pairs.length);
  const base = before.filter((_, i) => i % 64 === 0);
  const text = new TextEncoder().encode(words.join('\n'));
  return join([
    new TextEncoder().encode('WBNGRAM1'),
    Uint32Array.of(edge, pairs.length, triples.length, text.length),
    Float32Array.of(unknown),
    Uint32Array.of(0),
    ...Object.values(books).map(({ table }) => table()),
    Uint32Array.from(
      firsts(
        pairs.map(({ ids }) => ids[0]!),
        edge + 1,
      ),
    ),
    Uint32Array.from(base),
    Uint16Array.from(pairs.map(({ ids }) => ids[1]!)),
    Uint16Array.from(before.map((count, i) => count - base[i >> 6]!)),
    Uint16Array.from(triples.map(({ ids }) => ids[2]!)),
    ...[p1, b1, p2, b2, p3].map((codes) => Uint8Array.from(codes)),
    text,
  ]);
}
