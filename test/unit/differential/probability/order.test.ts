import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highestFirst } from '../../../../src/differential/probability/order.js';

describe('numbers by their scores', () => {
  const order = (scores: readonly number[], numbers: readonly number[] = [...scores.keys()]) => [
    ...highestFirst(Int32Array.from(numbers), Float64Array.from(scores)),
  ];

  it('have the highest first, and equals as they were given', () => {
    expect(order([1, 3, 2])).toEqual([1, 2, 0]);
    expect(order([5, 7, 5, 7], [3, 2, 1, 0])).toEqual([3, 1, 2, 0]);
    expect(order([4, 4, 4], [2, 0, 1])).toEqual([2, 0, 1]);
  });

  it('leave out what has none', () => {
    expect(order([1, Number.NaN, 2])).toEqual([2, 0]);
    expect(order([Number.NaN])).toEqual([]);
    expect(order([])).toEqual([]);
  });

  it('are in the order that any sorting gives', () => {
    const score = fc.oneof(
      fc.double({ min: -40, max: 40, noNaN: true }),
      fc.integer({ min: -3, max: 3 }),
      fc.constant(Number.NaN),
    );
    fc.assert(
      fc.property(fc.array(score, { maxLength: 300 }), (scores) => {
        const known = [...scores.keys()].filter((n) => !Number.isNaN(scores[n]));
        expect(order(scores)).toEqual(
          known.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)),
        );
      }),
    );
  });
});
