import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVocabulary } from '../../../../../src/dictation/recognition/language-model/vocabulary.js';

const textOf = (words: readonly string[]) => new TextEncoder().encode(words.join('\n'));
const read = (words: readonly string[], size = words.length) => readVocabulary(textOf(words), size);
const word = fc.stringMatching(/^[a-d']{1,6}$/);
const sorted = fc
  .uniqueArray(word, { minLength: 1, maxLength: 40 })
  .map((words) => [...words].sort());

describe('a word list', () => {
  it('finds each of its words, and no other', () => {
    fc.assert(
      fc.property(sorted, fc.array(word), (words, others) => {
        const list = read(words);
        expect(words.map(list.id)).toEqual(words.map((_, place) => place));
        expect(words.map((_, place) => list.word(place))).toEqual(words);
        for (const other of others) expect(list.id(other)).toBe(words.indexOf(other));
      }),
    );
  });

  it('does not find what only begins as a word, or lies outside of the alphabet', () => {
    const list = read(['ab', 'abc', 'b']);
    expect(['', 'a', 'abcd', 'B', 'é', 'ab\nabc', '\u0161b'].map(list.id)).toEqual(
      Array(7).fill(-1),
    );
  });

  it('has a word for each number of its own alone', () => {
    const list = read(['a', 'b']);
    for (const id of [-1, 2, 0.5, Number.NaN]) expect(() => list.word(id)).toThrow(RangeError);
  });

  it('equals a list of the same words alone', () => {
    fc.assert(
      fc.property(sorted, sorted, (one, other) => {
        const same = one.join(' ') === other.join(' ');
        expect(read(one).equals(read(other))).toBe(same);
        expect(read(one).equals(read([...one]))).toBe(true);
      }),
    );
  });

  it.each([
    ['words out of order', ['b', 'a'], 2],
    ['a word twice', ['a', 'a'], 2],
    ['a word before its own beginning', ['ab', 'a'], 2],
    ['an empty word', ['a', '', 'b'], 3],
    ['a capital', ['A'], 1],
    ['a space', ['a b'], 1],
    ['a word too few', ['a'], 2],
    ['a word too many', ['a', 'b'], 1],
    ['no words', [''], 1],
  ])('is refused for %s', (_, words, size) => {
    expect(() => read(words, size)).toThrow(RangeError);
  });
});
