import { useState } from 'preact/hooks';
import { type Action, type Loaded, latestOf, useAction, useLoad } from './use-load.js';

/** A part of a list; `next` is where the following one begins. */
interface ListPage {
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
  const { state, reload } = useLoad((signal) => {
    setOlder([]);
    return read(signal);
  }, keys);
  const more = useAction(async (signal, after: string) => {
    const page = await read(signal, after);
    setOlder((pages) => [...pages, page]);
  });
  const first = latestOf(state);
  const pages = first === undefined ? [] : [first, ...older];
  return { state, pages, next: pages.at(-1)?.next, more, reload };
}
