import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/core/group.js';

describe('groups', () => {
  it('hold every thing once, in the order in which they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 5 }), (numbers, by) => {
        const groups = groupBy(numbers, (one) => Math.abs(one) % by);
        expect([...groups.keys()]).toEqual([...new Set(numbers.map((one) => Math.abs(one) % by))]);
        for (const [key, group] of groups) {
          expect(group).toEqual(numbers.filter((one) => Math.abs(one) % by === key));
        }
      }),
    );
  });
});
