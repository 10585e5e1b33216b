import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldContact, laterWords } from '../../../../src/fhir/index/fold.js';

describe('a text as searches compare it', () => {
  it.each([
    ['Müller', 'muller'],
    ['GARCÍA  López', 'garcia lopez'],
    ['Straße', 'strasse'],
    ['Øystein Łukasz Đặng', 'oystein lukasz dang'],
    ["O'Brien", 'obrien'],
    ['O’Brien', 'obrien'],
    ['Smith-Jones', 'smith jones'],
    ['St. John', 'st john'],
    ['12, Main\tStreet', '12 main street'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ﬁne', 'fine'],
    ['हिन्दी', 'हिन्दी'],
    ['שָׁלוֹם', 'שלום'],
    ['***', '***'],
    [' ', ''],
  ])('%s → %s', (text, folded) => expect(fold(text)).toBe(folded));

  it('folds the same text in whatever normal form, and once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  it('never makes a text that says something into one that is found by everything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        if (text.trim() !== '') expect(fold(text)).not.toBe('');
      }),
    );
  });

  it('tells the later words of a name', () => {
    expect(laterWords('carreno quinones da silva')).toEqual([
      'quinones da silva',
      'da silva',
      'silva',
    ]);
    expect(laterWords('carreno')).toEqual([]);
  });

  it('compares telephone numbers without grouping and addresses of mail without case', () => {
    expect(foldContact('+49 (30) 901-820')).toBe('+4930901820');
    expect(foldContact('Jane.Doe@Example.org')).toBe('jane.doe@example.org');
    expect(foldContact('x-555')).toBe('x-555');
  });
});
