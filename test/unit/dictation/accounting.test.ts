import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountFor, meanConfidence } from '../../../src/dictation/accounting.js';

const seconds = fc.double({ min: 0, max: 14_400, noNaN: true });

describe('accountFor', () => {
  it('always adds up to the duration', () => {
    fc.assert(
      fc.property(seconds, seconds, seconds, (transcribed, silence, rejected) => {
        const whole = transcribed + silence + rejected;
        const found = accountFor(whole, { transcribed, silence, rejected });
        const sum = found.transcribed + found.silence + found.rejected;
        expect(sum).toBeCloseTo(found.duration, 6);
        expect(found.duration).toBeCloseTo(whole, 3);
        expect(Math.abs(found.transcribed - transcribed)).toBeLessThan(0.003);
        for (const part of Object.values(found)) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('accounts for nothing at all', () => {
    const nothing = { transcribed: 0, silence: 0, rejected: 0 };
    expect(accountFor(0, nothing)).toEqual({ duration: 0, ...nothing });
  });
});

describe('meanConfidence', () => {
  it('weighs words by their length', () => {
    const words = [
      { start: 0, end: 3, confidence: 1 },
      { start: 3, end: 4, confidence: 0 },
    ];
    expect(meanConfidence(words)).toBe(0.75);
  });

  it('is 0 without words, and counts a word of no length', () => {
    expect(meanConfidence([])).toBe(0);
    expect(meanConfidence([{ start: 1, end: 1, confidence: 0.4 }])).toBe(0.4);
  });
});
