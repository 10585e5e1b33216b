import type { EntryUrl } from './entry-url.js';

export type Members = Readonly<Record<string, unknown>>;

/** An entry as it was sent, before it is parsed. */
export interface RawEntry {
  /** `Bundle.entry[3]` */
  readonly place: string;
  readonly request: Members;
  readonly url: EntryUrl;
  readonly resource?: { readonly value: unknown; readonly text: string };
}
