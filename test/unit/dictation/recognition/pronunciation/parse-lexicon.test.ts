import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLexicon } from '../../../../../src/dictation/recognition/pronunciation/parse-lexicon.js';
import {
  PHONES,
  phoneToken,
} from '../../../../../src/dictation/recognition/pronunciation/phones.js';

describe('phones', () => {
  it('are the 39 of the CMU dictionary in order, counted from 1', () => {
    expect(PHONES).toHaveLength(39);
    expect([...PHONES].sort()).toEqual(PHONES);
    expect(phoneToken('AA')).toBe(1);
    expect(phoneToken('ZH')).toBe(39);
    expect(phoneToken('aa')).toBeUndefined();
    expect(phoneToken('constructor')).toBeUndefined();
  });
});

describe('a lexicon', () => {
  it('has a line for each way to say a word, in order', () => {
    expect(parseLexicon("a\tAH\na\tEY\ndon't\tD OW N T\n")).toEqual([
      { word: 'a', phones: [3] },
      { word: 'a', phones: [13] },
      { word: "don't", phones: [9, 25, 23, 31] },
    ]);
  });

  const word = fc.stringMatching(/^[a-z'][a-z']{0,9}$/);
  const phones = fc.array(fc.integer({ min: 1, max: 39 }), { minLength: 1, maxLength: 12 });

  it('is read as it was written', () => {
    const entries = fc.array(fc.record({ word, phones }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(entries, fc.constantFrom('\n', ''), (list, end) => {
        const lines = list.map(
          (entry) => `${entry.word}\t${entry.phones.map((token) => PHONES[token - 1]).join(' ')}`,
        );
        expect(parseLexicon(lines.join('\n') + end)).toEqual(list);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a word alone', 'a\n'],
    ['no phones', 'a\t\n'],
    ['a phone that is none', 'a\tQQ\n'],
    ['a phone with stress', 'a\tAH0\n'],
    ['two spaces', 'a\tAH  B\n'],
    ['a third column', 'a\tAH\tB\n'],
    ['capitals', 'A\tAH\n'],
    ['an empty line within', 'a\tAH\n\nb\tB\n'],
  ])('is refused with %s', (_, text) => {
    expect(() => parseLexicon(text)).toThrow(RangeError);
  });

  it('names the line at fault, and not its words', () => {
    expect(() => parseLexicon('a\tAH\nsecret\tQQ\n')).toThrow('line 2');
    expect(() => parseLexicon('a\tAH\nsecret\tQQ\n')).not.toThrow('secret');
  });
});
