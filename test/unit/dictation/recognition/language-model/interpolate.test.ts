import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInterpolated } from '../../../../../src/dictation/recognition/language-model/interpolate.js';
import { readNGram } from '../../../../../src/dictation/recognition/language-model/read-n-gram.js';
import { packNGram } from './toy-n-gram.js';

const general = readNGram(
  packNGram({
    unigrams: { a: [-1, -0.5], b: [-2, -0.25], c: [-3, 0], '<s>': [-99, -0.5], '</s>': [-1, 0] },
    bigrams: { 'a b': [-0.5, -0.125], '<s> a': [-0.25, 0], 'b a': [-1, 0] },
    trigrams: { 'a b c': -0.75 },
  }),
);
const clinical = readNGram(
  packNGram({
    unigrams: { a: [-3, 0], b: [-1, -0.5], c: [-2, -0.75], '<s>': [-99, -1], '</s>': [-2, 0] },
    bigrams: { 'b c': [-0.125, -1], 'c a': [-1.5, 0], '<s> b': [-1, 0] },
    trigrams: { 'b c a': -0.0625 },
    unknown: -10,
  }),
);

const sentence = fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 12 });
const weight = fc.double({ min: 0, max: 1, noNaN: true });

describe('a mixture', () => {
  it('gives the weighted mean of the probabilities, and its own state for each pair', () => {
    fc.assert(
      fc.property(sentence, weight, (words, share) => {
        const mixed = createInterpolated([general, clinical], [1 - share, share]);
        const mean = (p: number, q: number) =>
          Math.log((1 - share) * Math.exp(p) + share * Math.exp(q));
        let [state, one, two] = [mixed.start, general.start, clinical.start];
        for (const word of words) {
          const expected = mean(general.score(one, word), clinical.score(two, word));
          expect(mixed.score(state, word)).toBeCloseTo(expected, 12);
          // Asked again, the answer comes from the cache.
          expect(mixed.score(state, word)).toBeCloseTo(expected, 12);
          expect(mixed.end(state)).toBeCloseTo(mean(general.end(one), clinical.end(two)), 12);
          state = mixed.next(state, word);
          [one, two] = [general.next(one, word), clinical.next(two, word)];
        }
      }),
    );
  });

  it('gives one number to equal states, however they were reached', () => {
    const mixed = createInterpolated([general, clinical], [0.5, 0.5]);
    const reach = (...words: number[]) => words.reduce((s, w) => mixed.next(s, w), mixed.start);
    expect(reach(0, 1, 2)).toBe(reach(2, 1, 0, 1, 2));
    expect(reach(0, -1)).toBe(0);
    expect(reach(1)).not.toBe(reach(2));
  });

  it('numbers more states than it first has room for', () => {
    const names = Array.from(
      { length: 36 },
      (_, i) => `w${String.fromCharCode(97 + (i % 26))}${'x'.repeat(1 + ((i / 26) | 0))}`,
    );
    const pairs = names.flatMap((a) => names.map((b) => `${a} ${b}`));
    const big = readNGram(
      packNGram({
        unigrams: Object.fromEntries(names.map((name) => [name, [-4, -1] as const])),
        bigrams: Object.fromEntries(pairs.map((pair) => [pair, [-3, -1] as const])),
        trigrams: Object.fromEntries(pairs.map((pair) => [`${pair} ${names[0]}`, -2])),
      }),
    );
    const mixed = createInterpolated([big, big], [0.25, 0.75]);
    const reached = names.flatMap((_, a) =>
      names.map((_, b) => mixed.next(mixed.next(mixed.start, a), b)),
    );
    expect(new Set(reached).size).toBe(1_296);
    const again = names.flatMap((_, a) =>
      names.map((_, b) => mixed.next(mixed.next(mixed.start, a), b)),
    );
    expect(again).toEqual(reached);
    for (const state of reached)
      expect(mixed.score(state, mixed.wordId(names[0]!))).toBeCloseTo(-2, 12);
  });

  it('is the one model where the other has no weight', () => {
    const only = createInterpolated([general, clinical], [0, 1]);
    expect(only.score(only.start, 1)).toBeCloseTo(clinical.score(clinical.start, 1), 12);
    expect(only.unigram(-1)).toBeCloseTo(-10, 12);
    expect(only.unigram(2)).toBeCloseTo(-2, 12);
    expect(only.wordId('c')).toBe(2);
  });
});

describe('refused are', () => {
  it.each([
    ['no models', [], []],
    ['a weight too few', [general, clinical], [1]],
    ['weights that come to 2', [general, clinical], [1, 1]],
    ['a negative weight', [general, clinical], [1.5, -0.5]],
    ['a weight that is no number', [general, clinical], [1, Number.NaN]],
  ])('%s', (_, models, weights) => {
    expect(() => createInterpolated(models, weights)).toThrow(RangeError);
  });

  it('models of different words', () => {
    const other = readNGram(packNGram({ unigrams: { a: [-1, 0], b: [-1, 0], d: [-1, 0] } }));
    expect(() => createInterpolated([general, other], [0.5, 0.5])).toThrow(
      /different vocabularies/,
    );
  });
});
