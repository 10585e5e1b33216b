import { type BoundedQueue, createBoundedQueue } from '../core/bounded-queue.js';
import type { RunOptions, TaskName } from './engine.js';

/** How long a kind of work takes: a thousandth of a second, about a second, minutes. */
export type Lane = 'quick' | 'usual' | 'long';

/** What sort of work it is, and whether somebody holds the line for it. */
export interface Sort {
  readonly lane: Lane;
  readonly background: boolean;
}

const LANES: Readonly<Record<TaskName, Lane>> = {
  'read-table': 'quick',
  'read-image': 'usual',
  transcribe: 'long',
};

export const sortOf = (task: TaskName, { background = false }: RunOptions): Sort => ({
  lane: LANES[task],
  background,
});

export interface TaskQueue<T> extends Omit<BoundedQueue<T>, 'take'> {
  /** The next item; of the long ones only where the taker may be gone for minutes. */
  take(options: { readonly mayBeLong: boolean }): T | undefined;
  /** The same of what nobody holds the line for. */
  takeBackground(options: { readonly mayBeLong: boolean }): T | undefined;
  /** The background has waited for its turn for so long that it goes first. */
  backgroundIsDue(): boolean;
}

/** So many quick jobs in a row, and then one of the others where one waits. */
const QUICK_IN_A_ROW = 16;
/** So many others while the background waits, and then one of its own. */
const BEFORE_BACKGROUND = 16;
/** Whoever puts work into the background keeps count of it himself. */
const MOST_BACKGROUND = 1_024;

/**
 * Lanes before the workers: rows of a table take a thousandth of the time of a picture and of
 * its memory, so that they neither wait behind pictures nor take their places; nor do pictures
 * starve behind a stream of them. Pictures and recordings take turns. What nobody holds the line for
 * comes last, but not never.
 *
 * @param limits how many jobs may wait in each lane
 */
export function createTaskQueue<T>(
  limits: Readonly<Record<Lane, number>>,
  sortOf: (item: T) => Sort,
): TaskQueue<T> {
  const lanes = {
    quick: createBoundedQueue<T>(limits.quick),
    usual: createBoundedQueue<T>(limits.usual),
    long: createBoundedQueue<T>(limits.long),
  };
  const later = {
    usual: createBoundedQueue<T>(MOST_BACKGROUND),
    long: createBoundedQueue<T>(MOST_BACKGROUND),
  };
  const all = [...Object.values(lanes), ...Object.values(later)];
  const queueOf = (item: T) => {
    const { lane, background } = sortOf(item);
    if (!background) return lanes[lane];
    return lane === 'long' ? later.long : later.usual;
  };
  let inARow = 0;
  let before = 0;
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
      if (quick !== undefined) return quick;
      const slow = takeSlow(mayBeLong);
      if (slow !== undefined) before += 1;
      return slow;
    },
    takeBackground({ mayBeLong }) {
      const item = later.usual.take() ?? (mayBeLong ? later.long.take() : undefined);
      if (item !== undefined) before = 0;
      return item;
    },
    backgroundIsDue: () => before >= BEFORE_BACKGROUND && later.usual.size + later.long.size > 0,
    remove: (item) => queueOf(item).remove(item),
    drain: () => all.flatMap((queue) => queue.drain()),
  };
}
