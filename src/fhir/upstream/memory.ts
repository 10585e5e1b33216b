import type { Clock } from '../../core/clock.js';

/** What came of questions a short while ago, so that not each one is asked again. */
export interface Memory<T> {
  recent(key: string): T | undefined;
  /** Counts as asked just now. */
  remember(key: string, value: T): void;
  /** Does the work once for all who want it at the same time; what it gives is remembered. */
  share(key: string, work: () => Promise<T>): Promise<T>;
}

const FRESH_MS = 60_000;
const MOST = 5_000;

export function createMemory<T>(clock: Clock): Memory<T> {
  const known = new Map<string, { readonly at: number; readonly value: T }>();
  const coming = new Map<string, Promise<T>>();

  function remember(key: string, value: T): void {
    // The oldest come first: a key that is set anew goes to the end.
    known.delete(key);
    known.set(key, { at: clock(), value });
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
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
