import type { Clock } from '../../core/clock.js';

/** Caches recent results, so that the same request is not repeated at once. */
export interface Memory<T> {
  recent(key: string): T | undefined;
  /** Marks a key as requested now. */
  remember(key: string, value: T): void;
  /** Runs the work once for all concurrent callers and caches its result. */
  share(key: string, work: () => Promise<T>): Promise<T>;
}

const FRESH_MS = 60_000;
const MAX = 5_000;

export function createMemory<T>(clock: Clock): Memory<T> {
  const known = new Map<string, { readonly at: number; readonly value: T }>();
  const coming = new Map<string, Promise<T>>();

  function remember(key: string, value: T): void {
    // The oldest keys come first: a key that is set again moves to the end.
    known.delete(key);
    known.set(key, { at: clock(), value });
    const [oldest] = known.keys();
    if (known.size > MAX && oldest !== undefined) known.delete(oldest);
  }

  async function perform(key: string, work: () => Promise<T>): Promise<T> {
    const value = await work();
    remember(key, value);
    return value;
  }

  return {
    remember,
    recent(key) {
      const found = known.get(key);
      return found !== undefined && clock() - found.at < FRESH_MS ? found.value : undefined;
    },
    share(key, work) {
      const under = coming.get(key);
      if (under !== undefined) return under;
      const begun = perform(key, work).finally(() => coming.delete(key));
      coming.set(key, begun);
      return begun;
    },
  };
}
