import { type BoundedQueue, createBoundedQueue } from '../core/bounded-queue.js';

/** So many quick jobs in a row, and then one of the others where one waits. */
const QUICK_IN_A_ROW = 16;

/**
 * Two lanes before the workers: rows of a table take a thousandth of the time of a picture and of
 * its memory, so that they neither wait behind pictures nor take their places; nor do pictures
 * starve behind a stream of them.
 *
 * @param limits how many jobs may wait in each lane
 */
export function createTaskQueue<T>(
  limits: { readonly quick: number; readonly other: number },
  isQuick: (item: T) => boolean,
): BoundedQueue<T> {
  const quick = createBoundedQueue<T>(limits.quick);
  const other = createBoundedQueue<T>(limits.other);
  const laneOf = (item: T) => (isQuick(item) ? quick : other);
  let inARow = 0;
  return {
    get size() {
      return quick.size + other.size;
    },
    offer: (item) => laneOf(item).offer(item),
    take() {
      const turn = inARow < QUICK_IN_A_ROW || other.size === 0 ? quick : other;
      const item = turn.take();
      inARow = turn === quick && item !== undefined ? inARow + 1 : 0;
      return item ?? other.take();
    },
    remove: (item) => laneOf(item).remove(item),
    drain: () => [...quick.drain(), ...other.drain()],
  };
}
