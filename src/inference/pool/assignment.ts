import type { LongAllowed, WorkKind } from './lane-queue.js';

/** A worker as the choice of one depends on it. */
export interface WorkerState {
  /** It can be given tasks. */
  readonly up: boolean;
  readonly inHand: readonly WorkKind[];
}

const isLong = ({ lane }: WorkKind): boolean => lane === 'long';

/**
 * The worker that may be given any task: of those with fewer tasks than a worker may have, the one
 * with the least.
 *
 * @returns its index
 */
export function freeWorker(workers: readonly WorkerState[], capacity: number): number | undefined {
  let worker: number | undefined;
  let fewest = capacity;
  workers.forEach(({ up, inHand }, index) => {
    if (!up || inHand.length >= fewest) return;
    fewest = inHand.length;
    worker = index;
  });
  return worker;
}

/**
 * Returns a worker that is full, but with long background work: it may get one more task of the
 * foreground.
 *
 * @returns its index
 */
export function sharedWorker(
  workers: readonly WorkerState[],
  capacity: number,
): number | undefined {
  const index = workers.findIndex(
    ({ up, inHand }) =>
      up && inHand.length === capacity && inHand.some((kind) => isLong(kind) && kind.background),
  );
  return index < 0 ? undefined : index;
}

/**
 * Whether one more worker may get work of minutes: such work leaves one worker for all other work,
 * where there is more than one. Foreground work ignores background work, which shares its worker.
 */
export function longAllowed(workers: readonly WorkerState[]): LongAllowed {
  const maxLong = Math.max(1, workers.length - 1);
  const count = (counts: (kind: WorkKind) => boolean) =>
    workers.filter(({ inHand }) => inHand.some((kind) => isLong(kind) && counts(kind))).length;
  return {
    foreground: count(({ background }) => !background) < maxLong,
    background: count(() => true) < maxLong,
  };
}
