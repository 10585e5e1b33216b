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
  /** The complete resource as returned; '' when deleted. */
  readonly body: string;
}

export interface SearchPage {
  readonly rows: readonly (StoredResource & { readonly key: PageKey })[];
  readonly more: boolean;
  readonly total?: number;
}

export type HistoryKey = readonly [updated: number, row: number, version: number];

/** Newest first. */
export interface HistoryPage {
  readonly rows: readonly (StoredResource & { readonly at: HistoryKey })[];
  readonly more: boolean;
  /** Absent where it is not known. */
  readonly total?: number;
}

export interface HistoryQuery {
  readonly type?: string;
  readonly id?: string;
  /** Versions created at or after this time. */
  readonly since?: number;
  /** Versions created at or before this time. */
  readonly before?: number;
  readonly after?: HistoryKey;
  readonly limit: number;
}

export interface FhirReader {
  /** Includes deleted ones. */
  read(type: string, id: string): StoredResource | undefined;
  readVersion(type: string, id: string, version: number): StoredResource | undefined;
  /** Those that exist and are not deleted. */
  readMany(wanted: readonly ResourceName[]): StoredResource[];
  history(query: HistoryQuery): Required<HistoryPage>;
  search(query: StoreQuery): SearchPage;
  /** The resources that these refer to by a parameter (`Observation?subject`). */
  referencesOf(type: string, ids: readonly string[], parameter: string): readonly ResourceName[];
}

export interface NewVersion extends ResourceName {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly rows: IndexRows;
  readonly text: VersionText;
}

/** A text without its version and time: the parts before, between and after them. */
export type VersionText = readonly [before: string, between: string, after: string];
