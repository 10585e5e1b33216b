import type { Clock } from '../../core/clock.js';

export interface RefreshedParts<T> {
  readonly load: () => Promise<T>;
  readonly clock: Clock;
  /** A value is loaded again after this time. */
  readonly freshMs: number;
  /** After a failure nothing is loaded for this time. */
  readonly retryMs: number;
  /** Called for each failure, also where an older value is used instead. */
  readonly noteFailure: (error: unknown) => void;
}

/**
 * Keeps a value of another machine: loaded when it is first needed, again when it is old, and kept
 * while the other machine cannot be reached. Concurrent callers share one request.
 */
export function createRefreshed<T>(parts: RefreshedParts<T>): () => Promise<T> {
  const { load, clock, freshMs, retryMs, noteFailure } = parts;
  let held: { readonly value: T; readonly at: number } | undefined;
  let failure: { readonly error: unknown; readonly at: number } | undefined;
  let coming: Promise<T> | undefined;

  // A clock that was set back makes neither a value nor a failure last longer.
  const isWithin = (at: number, ms: number) => Math.abs(clock() - at) < ms;

  async function refresh(): Promise<T> {
    try {
      const value = await load();
      held = { value, at: clock() };
      failure = undefined;
      return value;
    } catch (error) {
      failure = { error, at: clock() };
      noteFailure(error);
      if (held === undefined) throw error;
      return held.value;
    }
  }

  return async () => {
    if (held !== undefined && isWithin(held.at, freshMs)) return held.value;
    if (failure !== undefined && isWithin(failure.at, retryMs)) {
      if (held === undefined) throw failure.error;
      return held.value;
    }
    coming ??= refresh().finally(() => {
      coming = undefined;
    });
    return coming;
  };
}
