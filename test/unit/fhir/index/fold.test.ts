import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fold,
  foldContact,
  LONGEST_TEXT,
  laterWords,
  MAX_WORDS,
} from '../../../../src/fhir/index/fold.js';

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

  it('returns the later words of a name', () => {
    expect(laterWords('carreno quinones da silva')).toEqual([
      'quinones da silva',
      'da silva',
      'silva',
    ]);
    expect(laterWords('carreno')).toEqual([]);
  });

  it.each([
    ['words', 'a '.repeat(60_000)],
    ['ligatures of eighteen letters', '\ufdfa'.repeat(10_000)],
    ['squared words', '\u3300'.repeat(10_000)],
    ['marks', `e${'\u0301'.repeat(100_000)}`],
    ['pairs', `a${'\u{1f600}'.repeat(50_000)}`],
  ])(
    'looks at the beginning of a text alone, before it writes its signs out and after: %s',
    (_, text) => {
      const folded = fold(text);
      expect(folded.length).toBeGreaterThan(0);
      expect(folded.length).toBeLessThanOrEqual(LONGEST_TEXT);
      expect(folded).not.toMatch(/\p{Surrogate}/u);
      const later = laterWords(folded);
      expect(later.length).toBeLessThan(MAX_WORDS);
      expect(later.every((words) => folded.endsWith(words))).toBe(true);
    },
  );

  it('finds the beginning of a long text where it finds the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 300 }),
        fc.nat(),
        (words, at) => {
          const text = words.join(' ');
          const [row, asked] = [fold(text), fold(text.slice(0, (at % 300) + 1).trimEnd())];
          // What was asked for ends within a word or a sign that goes on in the text.
          if (/^[a-z0-9 ]*$/.test(text)) expect(row.startsWith(asked)).toBe(true);
          expect(fold(`${text}${'x'.repeat(600)}`)).toBe(fold(`${text}${'x'.repeat(900)}`));
        },
      ),
    );
  });

  it('is found by everything in no case, however many blanks or marks come first', () => {
    expect(fold(`${' '.repeat(600)}a`)).toBe('a');
    expect(fold('\u0301'.repeat(600))).not.toBe('');
  });

  it('compares telephone numbers without grouping and addresses of mail without case', () => {
    expect(foldContact('+49 (30) 901-820')).toBe('+4930901820');
    expect(foldContact('Jane.Doe@Example.org')).toBe('jane.doe@example.org');
    expect(foldContact('x-555')).toBe('x-555');
  });
});
