import { useEffect, useRef, useState } from 'preact/hooks';

/** What became of a request. */
export type Loaded<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly previous?: T }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The newest value, also while a newer one is loaded. */
export function latestOf<T>(state: Loaded<T>): T | undefined {
  if (state.kind === 'ready') return state.value;
  return state.kind === 'loading' ? state.previous : undefined;
}

/** An action that a person starts: at most one runs, and a newer one replaces it. */
export interface Action<T, A extends readonly unknown[]> {
  readonly state: Loaded<T>;
  run(...args: A): void;
  reset(): void;
}

/**
 * Runs `work` when asked; its signal is aborted by a newer run, by `reset` and when the component
 * is gone.
 */
export function useAction<T, A extends readonly unknown[]>(
  work: (signal: AbortSignal, ...args: A) => Promise<T>,
): Action<T, A> {
  const [state, setState] = useState<Loaded<T>>({ kind: 'idle' });
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    run(...args) {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setState((before) =>
        before.kind === 'ready' ? { kind: 'loading', previous: before.value } : { kind: 'loading' },
      );
      work(mine.signal, ...args).then(
        (value) => !mine.signal.aborted && setState({ kind: 'ready', value }),
        (error: unknown) => !mine.signal.aborted && setState({ kind: 'failed', error }),
      );
    },
    reset() {
      running.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}

/** Loads at once, and again whenever one of `keys` changes or `reload` is called. */
export function useLoad<T>(
  work: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
): { readonly state: Loaded<T>; reload(): void } {
  const action = useAction(work);
  // The work is a new function at every rendering; only the keys say that it is another.
  useEffect(() => action.run(), keys as unknown[]);
  return { state: action.state, reload: action.run };
}
