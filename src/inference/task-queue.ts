import { type BoundedQueue, createBoundedQueue } from '../core/bounded-queue.js';

/** How long a kind of work takes: a thousandth of a second, about a second, minutes. */
export type Lane = 'quick' | 'usual' | 'long';

export interface TaskQueue<T> extends Omit<BoundedQueue<T>, 'take'> {
  /** The next item; of the long ones only where the taker may be gone for minutes. */
  take(options: { readonly mayBeLong: boolean }): T | undefined;
}

/** So many quick jobs in a row, and then one of the others where one waits. */
const QUICK_IN_A_ROW = 16;

/**
 * Three lanes before the workers: rows of a table take a thousandth of the time of a picture and of
 * its memory, so that they neither wait behind pictures nor take their places; nor do pictures
 * starve behind a stream of them. Pictures and recordings take turns.
 *
 * @param limits how many jobs may wait in each lane
 */
export function createTaskQueue<T>(
  limits: Readonly<Record<Lane, number>>,
  laneOf: (item: T) => Lane,
): TaskQueue<T> {
  const lanes = {
    quick: createBoundedQueue<T>(limits.quick),
    usual: createBoundedQueue<T>(limits.usual),
    long: createBoundedQueue<T>(limits.long),
  };
  const all = Object.values(lanes);
  const queueOf = (item: T) => lanes[laneOf(item)];
  let inARow = 0;
  let longIsNext = false;

  function takeSlow(mayBeLong: boolean): T | undefined {
    const long =
      mayBeLong && (longIsNext || lanes.usual.size === 0) ? lanes.long.take() : undefined;
    longIsNext = long === undefined;
    return long ?? lanes.usual.take();
  }

  return {
    get size() {
      return all.reduce((sum, { size }) => sum + size, 0);
    },
    offer: (item) => queueOf(item).offer(item),
    take({ mayBeLong }) {
      const slowWaits = lanes.usual.size > 0 || (mayBeLong && lanes.long.size > 0);
      const quick = inARow < QUICK_IN_A_ROW || !slowWaits ? lanes.quick.take() : undefined;
      inARow = quick === undefined ? 0 : inARow + 1;
      return quick ?? takeSlow(mayBeLong);
    },
    remove: (item) => queueOf(item).remove(item),
    drain: () => all.flatMap((queue) => queue.drain()),
  };
}
