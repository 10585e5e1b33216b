import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNGram } from '../../../../../src/dictation/recognition/language-model/read-n-gram.js';
import { rounds } from '../../../../support/rounds.js';
import { packNGram, type ToyNGram } from './toy-n-gram.js';

const TOY: ToyNGram = {
  unigrams: {
    a: [-2, -0.5],
    cough: [-3, -0.25],
    dry: [-4, -0.75],
    fever: [-5, 0],
    '<s>': [-99, -1],
    '</s>': [-1.5, 0],
  },
  bigrams: {
    '<s> a': [-0.5, -0.125],
    'a dry': [-0.75, -0.375],
    'a cough': [-1, 0],
    'dry cough': [-0.25, -2],
    'cough </s>': [-0.0625, 0],
  },
  trigrams: { '<s> a dry': -0.3125, 'a dry cough': -0.1875, 'dry cough </s>': -0.03125 },
  unknown: -13,
};

const model = readNGram(packNGram(TOY));
const id = (word: string) => model.wordId(word);
const following = (...words: string[]) =>
  words.reduce((state, word) => model.next(state, id(word)), model.start);

describe('the words', () => {
  it('are numbered in the order of their spelling', () => {
    expect(['a', 'cough', 'dry', 'fever'].map(id)).toEqual([0, 1, 2, 3]);
    expect([0, 1, 2, 3].map(model.vocabulary.word)).toEqual(['a', 'cough', 'dry', 'fever']);
    expect(model.vocabulary.size).toBe(4);
  });

  it.each(['', 'b', 'aa', 'coug', 'coughs', 'zz', '</s>'])('do not include %j', (word) => {
    expect(id(word)).toBe(-1);
  });
});

describe('ln P', () => {
  it('is that of the longest n-gram known', () => {
    expect(model.score(following(), id('a'))).toBe(-0.5);
    expect(model.score(following('a'), id('dry'))).toBe(-0.3125);
    expect(model.score(following('a', 'dry'), id('cough'))).toBe(-0.1875);
    expect(model.end(following('a', 'dry', 'cough'))).toBe(-0.03125);
  });

  it('backs off with the weight of each history given up', () => {
    // No "<s> a cough": the back-off of "<s> a", then "a cough".
    expect(model.score(following('a'), id('cough'))).toBe(-0.125 - 1);
    // Neither "a dry fever" nor "dry fever".
    expect(model.score(following('a', 'dry'), id('fever'))).toBe(-0.375 - 0.75 - 5);
    expect(model.score(following(), id('fever'))).toBe(-1 - 5);
    expect(model.end(following('a', 'dry'))).toBe(-0.375 - 0.75 - 1.5);
  });

  it('of a word alone is its unigram', () => {
    expect(model.unigram(id('dry'))).toBe(-4);
    expect(model.score(0, id('dry'))).toBe(-4);
  });

  it('of an unknown word is one price everywhere, and nothing is remembered after it', () => {
    expect(model.score(following('a'), -1)).toBe(-13);
    expect(model.unigram(-1)).toBe(-13);
    expect(model.next(following('a'), -1)).toBe(0);
  });
});

describe('a state', () => {
  it('is the same where the words before can make no difference', () => {
    // Nothing follows "a cough" or "fever cough", something follows "cough".
    expect(following('a', 'cough')).toBe(following('fever', 'cough'));
    expect(following('a', 'dry', 'cough')).not.toBe(following('a', 'cough'));
    expect(following('a', 'fever')).toBe(0);
  });
});

function model64(): ToyNGram {
  const names = Array.from(
    { length: 90 },
    (_, i) => `w${'abcdefghij'[i % 10]}${'abcdefghi'[(i / 10) | 0]}`,
  );
  return {
    unigrams: Object.fromEntries(names.map((name, i) => [name, [-(i % 7), -(i % 3)] as const])),
    bigrams: Object.fromEntries(names.map((name, i) => [`wda ${name}`, [-(i % 5), -1] as const])),
    trigrams: Object.fromEntries(names.map((name, i) => [`wda ${name} ${name}`, -(i % 11)])),
  };
}

it('finds trigrams past a block of 64 bigrams', () => {
  const long = readNGram(packNGram(model64()));
  for (const [name, p] of Object.entries(model64().trigrams!)) {
    const [a, b, c] = name.split(' ').map(long.wordId);
    expect(long.score(long.next(long.next(0, a!), b!), c!)).toBe(p);
  }
});

describe('a damaged file', () => {
  const good = packNGram(TOY);
  const changed = (at: number, value: number) => {
    const bytes = good.slice();
    new DataView(bytes.buffer).setUint32(at, value, true);
    return bytes;
  };

  it('is refused however short it is cut, or lengthened', () => {
    for (let length = 0; length < good.length; length += length < 40 ? 1 : 61) {
      expect(() => readNGram(good.slice(0, length))).toThrow(RangeError);
    }
    expect(() => readNGram(new Uint8Array([...good, 0]))).toThrow(/bytes instead of/);
  });

  it.each([
    ['another version', changed(4, 0x324d4152), /magic number/],
    ['no words', changed(8, 0), /0 words/],
    ['too many words', changed(8, 65_535), /65535 words/],
    ['more trigrams than bytes', changed(16, 4_000_000_000), /bytes instead of/],
    ['a price above 1', changed(24, 0x3f800000), /unknown/],
    ['a price that is no number', changed(24, 0x7fc00000), /unknown/],
    ['a probability above 1', changed(32, 0x3f800000), /p1/],
    ['first bigrams that fall', changed(32 + 5 * 1024 + 4, 99), /history 0/],
  ])('is refused for %s', (_, bytes, message) => {
    expect(() => readNGram(bytes)).toThrow(message);
    expect(() => readNGram(bytes)).toThrow(RangeError);
  });

  it('throws RangeError or answers with numbers, whatever bytes are changed', () => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = good.slice();
        for (const [at, value] of changes) bytes[at] = value;
        let read: ReturnType<typeof readNGram>;
        try {
          read = readNGram(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        let state = read.start;
        for (const word of [0, 2, 1, 3, 2, -1, 0]) {
          expect(read.score(state, word)).toBeLessThan(2_000);
          expect(read.end(state)).toBeGreaterThan(-4_000);
          state = read.next(state, word);
        }
      }),
      { numRuns: rounds({ short: 100, long: 2_500 }) },
    );
  });

  it('is refused when it is any other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => readNGram(bytes)).toThrow(RangeError);
      }),
    );
  });
});

it('reads bytes at an odd place of their buffer', () => {
  const good = packNGram(TOY);
  const moved = new Uint8Array(good.length + 3);
  moved.set(good, 3);
  const read = readNGram(moved.subarray(3));
  expect(read.score(read.start, 0)).toBe(-0.5);
});
