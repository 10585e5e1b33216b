import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVocabulary, tokensOf } from '../../../../../src/dictation/recognition/ctc/phrases.js';
import {
  pronounceByLetters,
  pronounceByLexicon,
  pronounceByPieces,
} from '../../../../../src/dictation/recognition/ctc/pronouncers.js';

const LEXICON = [
  { word: 'either', phones: [1, 2] },
  { word: 'either', phones: [3, 2] },
  { word: 'way', phones: [4] },
  { word: 'e', phones: [5] },
  { word: 'c', phones: [6] },
];
const byLexicon = pronounceByLexicon(LEXICON, (word) => (word.length > 3 ? [[7, 8]] : []));

describe('readVocabulary', () => {
  const ways = (...asked: string[]) => readVocabulary(asked, byLexicon).phrases.map(tokensOf);

  it('says known words as the lexicon does, in each of its ways, others by rule', () => {
    expect(ways('Either way')).toEqual([
      [1, 2, 4],
      [3, 2, 4],
    ]);
    expect(ways('way-weird')).toEqual([[4, 7, 8]]);
    expect(ways('wéirdly')).toEqual([[7, 8]]);
  });

  it('spells what is in capitals and no word', () => {
    expect(ways('EC')).toEqual([[5, 6]]);
    expect(ways('ec')).toEqual([]);
    expect(ways('EX')).toEqual([]);
  });

  it('names what cannot be said by its place', () => {
    const long = Array.from({ length: 13 }, () => 'way').join(' ');
    expect(readVocabulary(['way', 'x', '5', long, '...'], byLexicon).unsayable).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (asked) => {
        const { phrases, unsayable } = readVocabulary(asked, byLexicon);
        expect(phrases.length).toBeLessThanOrEqual(6 * (asked.length - unsayable.length));
        for (const { word } of phrases.flat()) expect(word).toMatch(/^[a-z']+$/);
      }),
    );
  });
});

describe('pronouncing by spelling', () => {
  it('puts letters one after another, and the mark between words behind', () => {
    const tokens = { units: 'letters', texts: ['_', 'A', 'C', 'T'], blank: 0 } as const;
    expect(pronounceByLetters(tokens)('cat', 'cat')).toEqual([[2, 1, 3]]);
    expect(pronounceByLetters(tokens)('dog', 'dog')).toEqual([]);
    const marked = { ...tokens, texts: [...tokens.texts, '|'] };
    expect(pronounceByLetters(marked)('cat', 'cat')).toEqual([[2, 1, 3, 4]]);
  });

  it('cuts words into the longest pieces there are', () => {
    const texts = ['▁c', '▁ca', 'a', 't', 'ts', '_'];
    const byPieces = pronounceByPieces({ units: 'word-pieces', texts, blank: 5 });
    expect(byPieces('cats', 'cats')).toEqual([[1, 4]]);
    expect(byPieces('cat', 'cat')).toEqual([[1, 3]]);
    expect(byPieces('dog', 'dog')).toEqual([]);
  });
});
