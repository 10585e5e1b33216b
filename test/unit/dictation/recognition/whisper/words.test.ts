import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignedTimes,
  interpolatedTimes,
  rawConfidence,
  spellWords,
} from '../../../../../src/dictation/recognition/whisper/words.js';

/** One token for each piece. */
function spell(pieces: readonly string[], language = 'en') {
  const tokens = pieces.map((_, i) => i);
  const decode = (some: readonly number[]) => some.map((token) => pieces[token]).join('');
  return spellWords(tokens, { from: 0, to: tokens.length }, decode, language);
}
const texts = (pieces: readonly string[], language?: string) =>
  spell(pieces, language).map(({ text }) => text);

describe('spellWords', () => {
  it('begins a word at each space', () => {
    expect(spell([' chest', ' pa', 'in'])).toEqual([
      { text: 'chest', from: 0, to: 1 },
      { text: 'pain', from: 1, to: 3 },
    ]);
  });

  it('takes a first piece without a space as a word', () => {
    expect(texts(['Pain', ' now'])).toEqual(['Pain', 'now']);
  });

  it('leaves figures, units and points together', () => {
    expect(texts([' BP', ' 140', '/', '90', ',', ' temp', ' 37', '.', '5', '.'])).toEqual([
      'BP',
      '140/90,',
      'temp',
      '37.5.',
    ]);
  });

  it('puts marks that stand alone to the word they belong to', () => {
    expect(texts([' pain', ' .', ' "', 'none', '"', ' (', 'mild', ')'])).toEqual([
      'pain.',
      '"none"',
      '(mild)',
    ]);
    expect(texts([' 5', ' %', ' -', ' so'])).toEqual(['5', '%', '-', 'so']);
  });

  it('joins the bytes of a letter', () => {
    const bytes = [[0x20], [0xc3], [0xbc, 0x62], [0x65, 0x72]];
    const decode = (some: readonly number[]) =>
      new TextDecoder().decode(Uint8Array.from(some.flatMap((token) => bytes[token] ?? [])));
    const words = spellWords([0, 1, 2, 3], { from: 0, to: 4 }, decode, 'de');
    expect(words).toEqual([{ text: 'über', from: 0, to: 4 }]);
  });

  it('gives each sign of a language without spaces its own word', () => {
    expect(texts(['痛', 'み', '。'], 'ja')).toEqual(['痛', 'み。']);
  });

  it('reads only the span it is given', () => {
    const decode = (some: readonly number[]) => some.map((token) => ` w${token}`).join('');
    const words = spellWords([5, 6, 7, 8], { from: 1, to: 3 }, decode, 'en');
    expect(words.map(({ text }) => text)).toEqual(['w6', 'w7']);
  });
});

describe('rawConfidence', () => {
  it('is the geometric mean of its tokens', () => {
    const logProbs = [Math.log(0.5), Math.log(0.9), Math.log(0.4)];
    expect(rawConfidence({ text: 'a', from: 1, to: 3 }, logProbs)).toBeCloseTo(0.6, 6);
    expect(rawConfidence({ text: '', from: 1, to: 1 }, logProbs)).toBe(0);
  });
});

const words = [
  { text: 'chest', from: 1, to: 2 },
  { text: 'pain', from: 2, to: 4 },
];

describe('interpolatedTimes', () => {
  it('shares a segment out by length', () => {
    const times = interpolatedTimes(words, { start: 1, end: 12 });
    expect(times).toEqual([
      { start: 1, end: 7 },
      { start: 7, end: 12 },
    ]);
  });
});

describe('alignedTimes', () => {
  const aligned = (...places: readonly (readonly [number, number])[]) =>
    alignedTimes(words, { start: 1, end: 3 }, new Map(places), 0.02);

  it('takes the places where tokens begin', () => {
    const [chest, pain] = aligned([0, 40], [1, 60], [2, 90], [3, 95], [4, 140]);
    expect(chest!.start).toBeCloseTo(1.2, 6);
    expect(chest!.end).toBeCloseTo(1.8, 6);
    expect(pain!.start).toBeCloseTo(1.8, 6);
    expect(pain!.end).toBeCloseTo(2.8, 6);
  });

  it('stays near the segment', () => {
    const [chest, pain] = aligned([1, 0], [2, 90], [3, 95], [4, 290]);
    expect(chest!.start).toBeCloseTo(0.8, 6);
    expect(pain!.end).toBeCloseTo(3.2, 6);
  });

  it('gives every word its time where edges fall together', () => {
    const three = ['no', 'pain', 'now'].map((text, i) => ({ text, from: i + 1, to: i + 2 }));
    const spans = (...places: readonly (readonly [number, number])[]) =>
      alignedTimes(three, { start: 1, end: 3 }, new Map(places), 0.02);
    for (const places of [
      [
        [1, 60],
        [2, 60],
        [3, 120],
        [4, 150],
      ],
      [
        [1, 60],
        [2, 150],
        [3, 150],
        [4, 150],
      ],
      [
        [1, 50],
        [2, 50],
        [3, 50],
        [4, 50],
      ],
    ] as const) {
      const times = spans(...places);
      expect(times).toHaveLength(3);
      expect(times[0]!.start).toBeCloseTo(places[0][1] * 0.02, 6);
      expect(times[2]!.end).toBeCloseTo(places[3][1] * 0.02, 6);
      for (const [i, { start, end }] of times.entries()) {
        expect(end).toBeGreaterThanOrEqual(start);
        expect(start).toBeCloseTo(times[i - 1]?.end ?? start, 6);
      }
      if (places[3][1] > places[0][1]) expect(times.every((t) => t.end > t.start)).toBe(true);
    }
  });

  it('never lets words overlap', () => {
    const edges = fc.array(fc.integer({ min: 40, max: 160 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(edges, (drawn) => {
        const places = drawn.toSorted((a, b) => a - b);
        const some = places.slice(1).map((_, i) => ({ text: 'ab', from: i, to: i + 1 }));
        const begins = new Map(places.map((place, i) => [i, place]));
        const times = alignedTimes(some, { start: 1, end: 3 }, begins, 0.02);
        expect(times).toHaveLength(some.length);
        for (const [i, { start, end }] of times.entries()) {
          expect(end).toBeGreaterThanOrEqual(start);
          expect(start).toBeGreaterThanOrEqual((times[i - 1]?.end ?? 0) - 1e-9);
        }
        expect(times.at(-1)!.end).toBeCloseTo(places.at(-1)! * 0.02, 6);
      }),
    );
  });

  it('ends with the segment where no token follows', () => {
    expect(aligned([1, 60], [2, 90], [3, 95])[1]!.end).toBe(3);
  });
});
