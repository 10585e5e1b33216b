import { describe, expect, it } from 'vitest';
import { agreementOn, soundOf } from '../../../../../src/dictation/recognition/ctc/evidence.js';
import { WordHistory } from '../../../../../src/dictation/recognition/ctc/word-history.js';
import { phonesOf, spoken } from './toy.js';

describe('agreementOn', () => {
  const pasts = new WordHistory();
  const cat = pasts.add(-1, 0, 10);
  const alsoCat = pasts.add(-1, 1, 12);
  const bat = pasts.add(-1, 2, 10);
  const laterCat = pasts.add(bat, 0, 40);
  const catSat = pasts.add(alsoCat, 3, 30);
  const agreeing = {
    pasts,
    labelOf: (entry: number) => ['cat', 'cat', 'bat', 'sat'][entry],
    temperature: 1,
  };
  const running = (frame: number, odds: ReadonlyMap<number, number>) => ({
    frame,
    pasts: Int32Array.from(odds.keys()),
    scores: Float64Array.from(odds.values(), Math.log),
  });

  it('is the share of the hypotheses that have the word there', () => {
    const odds = new Map([
      [cat, 0.4],
      [catSat, 0.2],
      [bat, 0.3],
      [-1, 0.1],
    ]);
    expect(agreementOn(cat, [running(50, odds)], agreeing)).toBeCloseTo(0.6, 6);
    expect(agreementOn(bat, [running(50, odds)], agreeing)).toBeCloseTo(0.3, 6);
  });

  it('does not take the same word elsewhere for it', () => {
    const odds = new Map([
      [cat, 0.5],
      [laterCat, 0.5],
    ]);
    expect(agreementOn(cat, [running(50, odds)], agreeing)).toBeCloseTo(0.5, 6);
  });

  it('asks soon after the word, and again later', () => {
    const sure = new Map([[cat, 1]]);
    const unsure = new Map([
      [cat, 0.5],
      [bat, 0.5],
    ]);
    const survivors = Array.from({ length: 40 }, (_, frame) =>
      running(frame, frame < 30 ? unsure : sure),
    );
    expect(agreementOn(cat, survivors, agreeing)).toBeCloseTo(0.75, 3);
  });

  it('is never certain', () => {
    expect(agreementOn(cat, [running(50, new Map([[cat, 1]]))], agreeing)).toBe(1 - 1e-4);
    expect(agreementOn(cat, [running(50, new Map([[bat, 1]]))], agreeing)).toBe(1e-4);
    expect(agreementOn(cat, [], agreeing)).toBe(1e-4);
  });

  it('lets a higher temperature doubt more', () => {
    const odds = new Map([
      [cat, 0.9],
      [bat, 0.1],
    ]);
    const doubting = agreementOn(cat, [running(50, odds)], { ...agreeing, temperature: 2 });
    expect(doubting).toBeCloseTo(3 / 4, 6);
  });
});

describe('soundOf', () => {
  const tokens = phonesOf('AB');

  it('is 0 where the frames say just that', () => {
    const spans = [
      { first: 1, last: 3 },
      { first: 4, last: 5 },
    ];
    expect(soundOf(spoken(tokens, '_AA_B'), spans, [1, 2])).toBe(0);
  });

  it('is what the likeliest tokens are ahead by, for each token', () => {
    const input = spoken(tokens, '_BA_B', 0.8);
    const spans = [
      { first: 1, last: 2 },
      { first: 4, last: 5 },
    ];
    expect(soundOf(input, spans, [1, 2])).toBeCloseTo((2 * Math.log(0.1 / 0.8)) / 2, 6);
  });
});
