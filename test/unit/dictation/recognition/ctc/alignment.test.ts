import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../../../../src/dictation/recognition/ctc/alignment.js';
import { phonesOf, softmaxRows, spoken } from './toy.js';

const TOKENS = phonesOf('AB');

describe('align', () => {
  it('finds the frames of each token', () => {
    expect(align(spoken(TOKENS, '__AA_B__'), [1, 2])).toEqual([
      { first: 2, last: 4 },
      { first: 5, last: 6 },
    ]);
  });

  it('needs a blank between equal tokens', () => {
    const spans = align(spoken(TOKENS, 'AA_A'), [1, 1]);
    expect(spans).toEqual([
      { first: 0, last: 2 },
      { first: 3, last: 4 },
    ]);
    expect(align(spoken(TOKENS, 'AA'), [1, 1])).toBeUndefined();
  });

  it('has no place for more tokens than frames, and none is needed for none', () => {
    expect(align(spoken(TOKENS, 'A'), [1, 2])).toBeUndefined();
    expect(align(spoken(TOKENS, ''), [1])).toBeUndefined();
    expect(align(spoken(TOKENS, '_A'), [])).toEqual([]);
  });

  it('keeps tokens in order and apart, whatever the frames say', () => {
    const frames = fc.integer({ min: 1, max: 12 }).chain((n) =>
      fc.array(fc.double({ min: -9, max: 9, noNaN: true }), {
        minLength: 3 * n,
        maxLength: 3 * n,
      }),
    );
    const sequence = fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 6 });
    fc.assert(
      fc.property(frames, sequence, (values, tokens) => {
        const repeats = tokens.filter((token, i) => token === tokens[i - 1]).length;
        const spans = align(softmaxRows(3, values), tokens);
        expect(spans !== undefined).toBe(tokens.length + repeats <= values.length / 3);
        let end = 0;
        for (const { first, last } of spans ?? []) {
          expect(first).toBeGreaterThanOrEqual(end);
          expect(last).toBeGreaterThan(first);
          end = last;
        }
        expect(end).toBeLessThanOrEqual(values.length / 3);
      }),
    );
  });
});
