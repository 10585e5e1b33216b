import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { probabilityOf } from '../../../../../src/dictation/recognition/ctc/confidence.js';
import { WIDE } from './toy.js';

const WEIGHTS = { ...WIDE.confidence, sound: 0.5, language: 0.1, length: 0.3 };
const WORD = { agreement: 0.8, sound: -1, language: -5, tokens: 4 };

describe('probabilityOf', () => {
  it('is the share that agrees, when nothing else counts', () => {
    expect(probabilityOf(WORD, WIDE.confidence)).toBeCloseTo(0.8, 10);
  });

  it('rises with everything that speaks for the word', () => {
    const here = probabilityOf(WORD, WEIGHTS);
    for (const better of [{ agreement: 0.9 }, { sound: -0.2 }, { language: -2 }, { tokens: 9 }]) {
      expect(probabilityOf({ ...WORD, ...better }, WEIGHTS)).toBeGreaterThan(here);
    }
  });

  it('is low of a rare word that does not fit its sound, whatever agrees', () => {
    const stranger = { language: -12, sound: -1.25, most: 0.3 };
    const weights = { ...WEIGHTS, stranger };
    const rare = { ...WORD, agreement: 0.999, sound: -2, language: -13 };
    expect(probabilityOf(rare, WEIGHTS)).toBeGreaterThan(0.9);
    expect(probabilityOf(rare, weights)).toBe(0.3);
    for (const usual of [{ sound: -1 }, { language: -11 }]) {
      expect(probabilityOf({ ...rare, ...usual }, weights)).toBeGreaterThan(0.9);
    }
  });

  it('is a probability even of words that nothing speaks for', () => {
    const evidence = fc.record({
      agreement: fc.double({ min: 1e-4, max: 1 - 1e-4, noNaN: true }),
      sound: fc.constantFrom(0, -3, -Infinity),
      language: fc.constantFrom(0, -9, -Infinity),
      tokens: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(evidence, (word) => {
        const p = probabilityOf(word, WEIGHTS);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThan(1);
      }),
    );
  });
});
