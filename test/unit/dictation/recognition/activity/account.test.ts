import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountSpeech } from '../../../../../src/dictation/recognition/activity/account.js';
import type {
  ActivityInterval,
  ActivityKind,
} from '../../../../../src/dictation/recognition/activity/chunk.js';

/** Intervals of so many seconds each, one after another. */
function intervals(...parts: [ActivityKind, number][]): ActivityInterval[] {
  let at = 0;
  return parts.map(([kind, seconds]) => {
    const start = at;
    at += Math.round(seconds * 16_000);
    return { kind, start, end: at };
  });
}

const said = (start: number, end: number) => ({ start, end, words: ['word'] });
const nothing = (start: number, end: number) => ({ start, end, words: [] });

describe('accountSpeech', () => {
  it('counts what gave words, what did not, and silence', () => {
    const parts = intervals(['silence', 2], ['speech', 5], ['noise', 1], ['speech', 3]);
    expect(accountSpeech(parts, [said(2, 7), nothing(8, 11)])).toEqual({
      duration: 11,
      accounting: { transcribed: 5, silence: 2, rejected: 4 },
    });
  });

  it('counts overlapping segments once, and only where there was speech', () => {
    const parts = intervals(['silence', 1], ['speech', 4], ['silence', 1]);
    const { accounting } = accountSpeech(parts, [said(0, 3), said(2.5, 4), said(4, 4.5)]);
    expect(accounting).toEqual({ transcribed: 3.5, silence: 2, rejected: 0.5 });
  });

  it('accounts for nothing at all', () => {
    expect(accountSpeech([], [])).toEqual({
      duration: 0,
      accounting: { transcribed: 0, silence: 0, rejected: 0 },
    });
  });

  it('always comes to the duration, each part 0 or more', () => {
    const kind = fc.constantFrom<ActivityKind>('speech', 'silence', 'noise');
    const length = fc.double({ min: 0, max: 30, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(kind, length), { maxLength: 12 }),
        fc.array(fc.tuple(length, length, fc.boolean()), { maxLength: 12 }),
        (parts, spans) => {
          const segments = spans.map(([a, b, words]) =>
            (words ? said : nothing)(Math.min(a, b), Math.max(a, b)),
          );
          const { duration, accounting } = accountSpeech(intervals(...parts), segments);
          const { transcribed, silence, rejected } = accounting;
          expect(transcribed + silence + rejected).toBeCloseTo(duration, 6);
          for (const part of Object.values(accounting)) expect(part).toBeGreaterThan(-1e-9);
        },
      ),
    );
  });
});
