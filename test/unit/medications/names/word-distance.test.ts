import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../../src/core/edit-distance.js';
import { distanceFrom } from '../../../../src/medications/names/word-distance.js';
import { rounds } from '../../../support/rounds.js';

/** Few letters, so that words are near each other; one of them beyond ASCII. */
const word = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'ж'), { maxLength: 40 })
  .map((letters) => letters.join(''));

describe('distanceFrom', () => {
  it.each([
    ['warfarin', 'warfarin', 0],
    ['warfarin', 'wafrarin', 1],
    ['warfarin', 'wafarin', 1],
    ['warfarin', 'warfarina', 1],
    ['warfarin', 'varfarn', 2],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
    ['abc', '', 3],
  ])('is from %s to %s %i', (one, other, distance) => {
    expect(distanceFrom(one)(other, 5)).toBe(distance);
  });

  it('says of what is too far only that it is', () => {
    expect(distanceFrom('warfarin')('digoxin', 2)).toBe(3);
  });

  it('is that of the table, letter by letter, for words of any length', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 45 }), (one, other, most) => {
        expect(distanceFrom(one)(other, most)).toBe(editDistance(one, other, most));
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });

  it('finds words that differ in a few places as near as the table does', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'a', 'ba', 'x')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(word, edits, fc.integer({ min: 0, max: 5 }), (one, changes, most) => {
        const other = changes.reduce((text, [place, letters]) => {
          const at = place % (text.length + 1);
          return text.slice(0, at) + letters + text.slice(at + 1);
        }, one);
        expect(distanceFrom(one)(other, most)).toBe(editDistance(one, other, most));
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });
});
