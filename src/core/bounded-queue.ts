/** A first-in first-out queue that refuses to grow past its limit. */
export interface BoundedQueue<T> {
  readonly size: number;
  /** False when the queue is full; the item is then not added. */
  offer(item: T): boolean;
  take(): T | undefined;
  /** False when the item was no longer in the queue. */
  remove(item: T): boolean;
  drain(): T[];
}

export function createBoundedQueue<T>(limit: number): BoundedQueue<T> {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError('limit must be an integer ≥ 1');
  const items: T[] = [];
  return {
    get size() {
      return items.length;
    },
    offer(item) {
      if (items.length >= limit) return false;
      items.push(item);
      return true;
    },
    take: () => items.shift(),
    remove(item) {
      const index = items.indexOf(item);
      if (index < 0) return false;
      items.splice(index, 1);
      return true;
    },
    drain: () => items.splice(0),
  };
}
