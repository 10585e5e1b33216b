import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/core/edit-distance.js';

describe('the distance of words', () => {
  const word = fc.string({
    minLength: 0,
    maxLength: 12,
    unit: fc.constantFrom('a', 'b', 'c', 'd'),
  });

  it('is none to itself, the same both ways, and one for a swap', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, a, 5)).toBe(0);
        expect(editDistance(a, b, 12)).toBe(editDistance(b, a, 12));
      }),
    );
    expect(editDistance('metoprolol', 'metorpolol', 3)).toBe(1);
    expect(editDistance('hydralazine', 'hydroxyzine', 5)).toBe(3);
    expect(editDistance('aspirin', 'warfarin', 2)).toBe(3);
  });

  it('is the same within its bound whatever the bound is', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, most) => {
        const exact = editDistance(a, b, 20);
        expect(editDistance(a, b, most)).toBe(Math.min(exact, most + 1));
      }),
    );
  });
});
