import { useState } from 'preact/hooks';
import { type Action, type Loaded, latestOf, useAction, useLoad } from './use-load.js';

/** A part of a list; `next` is where the following one begins. */
export interface ListPage {
  readonly next?: string;
}

/** The pages of a list that have been read. */
export interface Pages<P extends ListPage> {
  /** Of the first page. */
  readonly state: Loaded<P>;
  /** The first, and those that were read after it. */
  readonly pages: readonly P[];
  /** Where the next one begins; undefined at the end. */
  readonly next: string | undefined;
  /** Reads the next one. */
  readonly more: Action<void, readonly [after: string]>;
  /** Begins anew with the first. */
  reload(): void;
}

/** Reads the first page at once, and anew whenever one of `keys` changes; the others when asked. */
export function usePages<P extends ListPage>(
  read: (signal: AbortSignal, after?: string) => Promise<P>,
  keys: readonly unknown[],
): Pages<P> {
  const [older, setOlder] = useState<readonly P[]>([]);
  const more = useAction(async (signal, after: string) => {
    const page = await read(signal, after);
    // A page of the list as it was before belongs to another list.
    if (!signal.aborted) setOlder((pages) => [...pages, page]);
  });
  const { state, reload } = useLoad((signal) => {
    more.reset();
    setOlder([]);
    return read(signal);
  }, keys);
  const first = latestOf(state);
  const pages = first === undefined ? [] : [first, ...older];
  // While another list is loaded, the one that is shown does not go on.
  const next = state.kind === 'ready' ? pages.at(-1)?.next : undefined;
  return { state, pages, next, more, reload };
}
