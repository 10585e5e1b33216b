import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtTimes } from '../../../../../src/dictation/recognition/whisper/segments.js';
import { at } from './whisper-settings.js';

const options = { firstTime: 18, step: 0.02, seconds: 6, more: true, ended: true };

describe('cutAtTimes', () => {
  it('gives a segment for each pair of times', () => {
    const tokens = [at(0.5), 1, 2, at(2), at(2.5), 3, at(4)];
    expect(cutAtTimes(tokens, options)).toEqual({
      segments: [
        { from: 1, to: 3, start: 0.5, end: 2 },
        { from: 5, to: 6, start: 2.5, end: 4 },
      ],
      // A single time at the end: nothing follows it in this window.
      advance: 6,
    });
  });

  it('begins the next window where the last closed segment ends', () => {
    const { segments, advance } = cutAtTimes([at(0), 1, at(2), at(2.5)], options);
    expect(segments).toHaveLength(1);
    expect(advance).toBe(2);
  });

  it('leaves a segment without an end to the next window', () => {
    const tokens = [at(0), 1, at(2), at(2.5), 2, 3];
    const cut = cutAtTimes(tokens, options);
    expect(cut.segments.map(({ end }) => end)).toEqual([2]);
    expect(cut.advance).toBe(2);
  });

  it('keeps it where nothing follows', () => {
    const tokens = [at(0), 1, at(2), at(2.5), 2, 3];
    const cut = cutAtTimes(tokens, { ...options, more: false, seconds: 4 });
    expect(cut.segments.at(-1)).toEqual({ from: 4, to: 6, start: 2.5, end: 4 });
    expect(cut.advance).toBe(4);
  });

  it('leaves it to the next window where the decoder was cut short', () => {
    const tokens = [at(0), 1, at(2), at(2.5), 2, 3];
    const cut = cutAtTimes(tokens, { ...options, more: false, ended: false });
    expect(cut).toMatchObject({ advance: 2, segments: [{ end: 2 }] });
  });

  it('takes a window of one open segment as a whole', () => {
    const cut = cutAtTimes([at(1), 1, 2], options);
    expect(cut).toEqual({ segments: [{ from: 1, to: 3, start: 1, end: 6 }], advance: 6 });
  });

  it('has nothing to say about nothing', () => {
    expect(cutAtTimes([], options)).toEqual({ segments: [], advance: 6 });
    expect(cutAtTimes([at(0)], options)).toEqual({ segments: [], advance: 6 });
  });

  it('stays within the sound, in order, whatever the tokens', () => {
    const token = fc.integer({ min: 0, max: 318 }).filter((t) => t < 10 || t >= 18);
    fc.assert(
      fc.property(fc.array(token), fc.boolean(), fc.boolean(), (tokens, more, ended) => {
        const { segments, advance } = cutAtTimes(tokens, { ...options, seconds: 5, more, ended });
        expect(advance).toBeGreaterThanOrEqual(0);
        expect(advance).toBeLessThanOrEqual(5);
        let last = 0;
        for (const { from, to, start, end } of segments) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(tokens.slice(from, to).every((t) => t < 18)).toBe(true);
          for (const time of [start, end]) {
            expect(time).toBeGreaterThanOrEqual(0);
            expect(time).toBeLessThanOrEqual(5);
          }
          last = to;
        }
      }),
    );
  });
});
