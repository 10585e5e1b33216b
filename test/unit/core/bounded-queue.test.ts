import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoundedQueue } from '../../../src/core/bounded-queue.js';

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('offer' as const) },
  { weight: 3, arbitrary: fc.constant('take' as const) },
  { weight: 2, arbitrary: fc.constant('remove' as const) },
  { weight: 1, arbitrary: fc.constant('drain' as const) },
);

describe('createBoundedQueue', () => {
  it('behaves like a list that never grows past its limit, first in first out', () => {
    const steps = fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 80 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (limit, actions) => {
        const queue = createBoundedQueue<{ id: number }>(limit);
        let model: { id: number }[] = [];
        for (const [id, [action, pick]] of actions.entries()) {
          if (action === 'offer') {
            const item = { id };
            expect(queue.offer(item)).toBe(model.length < limit);
            if (model.length < limit) model.push(item);
          } else if (action === 'take') {
            expect(queue.take()).toBe(model.shift());
          } else if (action === 'remove') {
            const item = model[pick % limit] ?? { id: -1 };
            expect(queue.remove(item)).toBe(model.includes(item));
            model = model.filter((other) => other !== item);
          } else {
            expect(queue.drain()).toEqual(model);
            model = [];
          }
          expect(queue.size).toBe(model.length);
          expect(queue.size).toBeLessThanOrEqual(limit);
        }
        expect(queue.drain()).toEqual(model);
      }),
    );
  });

  it('takes one copy out of an item that waits twice', () => {
    const queue = createBoundedQueue<string>(3);
    for (const item of ['a', 'b', 'a']) queue.offer(item);
    expect(queue.remove('a')).toBe(true);
    expect(queue.drain()).toEqual(['b', 'a']);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the limit %d', (limit) => {
    expect(() => createBoundedQueue(limit)).toThrow(RangeError);
  });
});
