import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhraseFinder } from '../../../../src/differential/phrases/find-phrases.js';
import { readPattern, slotOf, wordlessIn } from '../../../../src/differential/phrases/pattern.js';
import { wordsOf } from '../../../../src/patient-record/language/text/words.js';

const sets = new Map([
  ['pain', slotOf(['pain', 'ache', 'sore'])],
  ['worse', slotOf(['worse', 'worsened', 'brought on'])],
]);

function found(pattern: string, text: string, unless: string[] = []): string[] {
  const finder = createPhraseFinder([
    { value: pattern, pattern: readPattern(pattern, sets), unless: slotOf(unless) },
  ]);
  const words = wordsOf(text);
  return finder.find(words).map((one) => one.words.map((at) => words[at]?.written ?? '').join(' '));
}

describe('words in any order within a clause', () => {
  it.each([
    ['{pain} chest', 'Chest pain', 'Chest pain'],
    ['{pain} chest', 'an ache in his chest', 'ache chest'],
    ['{pain} neck', 'neck and back pain', 'neck pain'],
    ['{pain} arm', 'pain in the chest and arms', 'pain arms'],
    ['{pain} chest', 'chest tightness and pain', 'chest pain'],
    ['{worse} exertion', 'it is brought on by heavy exertion', 'brought on exertion'],
    ['vomit*', 'She vomited twice', 'vomited'],
    ['vomiting', 'She vomited twice', 'vomited'],
    ['haemorrhoid', 'hemorrhoids', 'hemorrhoids'],
    ['"cannot walk"', 'he cannot walk', 'cannot walk'],
    ['a/b c', 'c, then b c', 'b c'],
    ['"top of head*"', 'the top of his heads', 'top of his heads'],
    ['t*/u* sore', 'sore toe', 'sore toe'],
    ['a / "b c" / d {pain}', 'pain, b c pain', 'b c pain'],
    ['swell*/"swelling up"', 'swelling up', 'swelling up'],
  ])('%s is in "%s"', (pattern, text, words) => {
    expect(found(pattern, text)).toContain(words);
  });

  it.each([
    ['{pain} chest', 'leg pain and chest rash'],
    ['{pain} chest', 'leg pain, chest rash'],
    ['{pain} chest', 'Pain. Chest clear.'],
    ['{pain} chest', 'pain that one two three four chest'],
    ['=chest {pain}', 'chest bad pain'],
    ['>{pain} chest', 'chest pain'],
    ['vomit', 'vomitus'],
  ])('%s is not in "%s"', (pattern, text) => {
    expect(found(pattern, text)).toEqual([]);
  });

  it('goes over commas and farther where the pattern says so', () => {
    const text = 'The pain, which began while he mowed his lawn, is in the chest';
    expect(found('~{pain} chest', text)).toEqual(['pain chest']);
    expect(found('{pain} chest', text)).toEqual([]);
  });

  it('takes what is nearest, and the earlier of what is as near', () => {
    expect(found('rash {pain}', 'pain and sore rash')).toEqual(['sore rash']);
    expect(found('{pain} rash', 'x pain rash ache')).toContain('pain rash');
  });

  it('finds what is loose in the written order over commas alone where that is asked', () => {
    expect(found('~>rash then {pain}', 'rash at first, and then much pain')).toHaveLength(1);
    expect(found('~>rash then {pain}', 'pain at first, and then a rash')).toEqual([]);
    expect(found('~rash then {pain}', 'pain at first, and then a rash')).toHaveLength(1);
    expect(found('>rash then {pain}', 'rash at first, and then much pain')).toEqual([]);
  });

  it('finds many patterns in the order of the text, each where it stands', () => {
    const patterns = ['{pain} chest', 'rash', 'arm/leg {pain}', '{pain}'];
    const finder = createPhraseFinder(
      patterns.map((value) => ({ value, pattern: readPattern(value, sets) })),
    );
    const told = finder.find(wordsOf('A rash, leg ache. Pain in the chest'));
    expect(told.map(({ value }) => value)).toEqual([
      'rash',
      'arm/leg {pain}',
      '{pain}',
      '{pain}',
      '{pain} chest',
    ]);
  });

  it('is silenced by a word in the same clause alone', () => {
    expect(found('{pain} chest', 'chest infection with pain', ['infection'])).toEqual([]);
    expect(found('{pain} chest', 'infection, chest pain', ['infection'])).toHaveLength(1);
  });

  it('ends on any text, and finds only words that are there', () => {
    const finder = createPhraseFinder([
      { value: 1, pattern: readPattern('{pain} chest/arm "left side"', sets) },
      { value: 2, pattern: readPattern('~{worse} pain/chest', sets) },
    ]);
    const word = fc.constantFrom(
      'pain',
      'chest',
      'arm',
      'left',
      'side',
      'worse',
      'and',
      ',',
      '.',
      'x',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (parts) => {
        const words = wordsOf(parts.join(' '));
        for (const { words: at } of finder.find(words)) {
          expect(new Set(at).size).toBe(at.length);
          expect(at.every((n, i) => n < words.length && n >= (at[i - 1] ?? 0))).toBe(true);
        }
      }),
    );
  });
});

describe('a pattern', () => {
  it.each(['', '   ', '{nothing}', '~', '""'])('is refused as "%s"', (text) => {
    expect(() => readPattern(text, sets)).toThrow(RangeError);
  });

  it.each([
    ['~>{pain} "left side" arm/leg*', []],
    ['~ > pain', ['>']],
    ['>= pain/<', ['=', '<']],
  ])('of "%s" has parts that are no words: %j', (text, parts) => {
    expect(wordlessIn(text)).toEqual(parts);
  });
});

it('words of a pattern stay within one statement', () => {
  expect(found('{pain} chest', 'pain then she had chest films')).toEqual([]);
  expect(found('{pain} chest', 'pain when he moves his chest')).toEqual(['pain chest']);
});
