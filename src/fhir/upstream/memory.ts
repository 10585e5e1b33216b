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
  const entries = new Map<string, { readonly at: number; readonly value: T }>();
  const coming = new Map<string, Promise<T>>();

  function remember(key: string, value: T): void {
    // The oldest keys come first: a key that is set again moves to the end.
    entries.delete(key);
    entries.set(key, { at: clock(), value });
    const [oldest] = entries.keys();
    if (entries.size > MAX && oldest !== undefined) entries.delete(oldest);
  }

  async function perform(key: string, work: () => Promise<T>): Promise<T> {
    const value = await work();
    remember(key, value);
    return value;
  }

  return {
    remember,
    recent(key) {
      const entry = entries.get(key);
      return entry !== undefined && clock() - entry.at < FRESH_MS ? entry.value : undefined;
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
