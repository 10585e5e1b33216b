import type { Committed } from '../commit-queue.js';
import type { KeyMode } from '../key-repository.js';
import type { PageKey, StoreQuery } from './filter.js';
import type { IndexRows } from './rows.js';

export interface ResourceName {
  readonly type: string;
  readonly id: string;
}

export interface StoredResource extends ResourceName {
  /** From 1 on. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly updated: number;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly deleted: boolean;
  /** The whole resource as it is answered; '' when deleted. */
  readonly body: string;
}

export interface Found {
  readonly rows: readonly (StoredResource & { readonly key: PageKey })[];
  readonly more: boolean;
  readonly total?: number;
}

export type HistoryKey = readonly [updated: number, row: number, version: number];

/** Newest first. */
export interface HistoryPage {
  readonly rows: readonly (StoredResource & { readonly at: HistoryKey })[];
  readonly more: boolean;
  readonly total: number;
}

export interface HistoryQuery {
  readonly type?: string;
  readonly id?: string;
  /** Versions made at or after this time. */
  readonly since?: number;
  /** Versions made at or before this time. */
  readonly before?: number;
  readonly after?: HistoryKey;
  readonly limit: number;
}

export interface FhirReader {
  /** Deleted ones come too. */
  read(type: string, id: string): StoredResource | undefined;
  readVersion(type: string, id: string, version: number): StoredResource | undefined;
  /** Those that are there and not deleted. */
  readMany(wanted: readonly ResourceName[]): StoredResource[];
  history(query: HistoryQuery): HistoryPage;
  search(query: StoreQuery): Found;
  /** What these resources refer to by a parameter (`Observation?subject`). */
  referencesOf(type: string, ids: readonly string[], parameter: string): readonly ResourceName[];
}

export interface NewVersion extends ResourceName {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly rows: IndexRows;
  /** The text to keep, told the version and the time that it gets. */
  compose(version: number, updated: number): string;
}

export interface FhirTransaction extends FhirReader {
  /** The time of all that is written here; never runs backwards. */
  readonly now: number;
  put(one: NewVersion): StoredResource;
  /** Undefined when there never was one; what was deleted before stays as it is. */
  remove(type: string, id: string): StoredResource | undefined;
  /** Does a part of the work by itself: a throw undoes what that has written and nothing else. */
  attempt<T>(part: () => T): T;
}

/** `R` is what the audit log takes as a record. */
export interface FhirPartition<R> extends FhirReader {
  /**
   * Does `work` in the next group commit and resolves when it is on disk, together with its records.
   * A throw undoes all that the work wrote; `refused` then makes the records of that, in the same
   * commit, and the promise rejects with what was thrown.
   */
  write<T>(
    work: (transaction: FhirTransaction) => Committed<T, R>,
    refused: (error: unknown) => readonly R[],
  ): Promise<T>;
}

export interface FhirStore<R> {
  /** The only way in: test and live never meet. */
  in(mode: KeyMode): FhirPartition<R>;
}
