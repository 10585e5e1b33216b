import type { Database } from './sqlite.js';

/** From a commit to its sync: part of the promised 20 ms remains for the sync itself. */
const MIN_DELAY_MS = 12;
/** On a slow disk, this multiple of the duration of a sync, because all other work waits for it. */
const DELAY_PER_SYNC = 20;
const MAX_DELAY_MS = 250;

/** The delay between a commit and its sync, from the duration of the last one. */
export const syncDelayMs = (lastSyncMs: number): number =>
  Math.min(Math.max(MIN_DELAY_MS, DELAY_PER_SYNC * lastSyncMs), MAX_DELAY_MS);

/** A transaction without writes would sync nothing: this one rewrites the first page unchanged. */
function smallCommit(database: Pick<Database, 'pragma' | 'transaction'>) {
  return database.transaction(() => {
    const value = Number(database.pragma('application_id', { simple: true }));
    database.pragma(`application_id = ${value}`);
  });
}

/**
 * Commits without waiting for the disk, followed shortly after by one small commit that does: with
 * `synchronous = FULL` SQLite syncs its write-ahead log at a commit, and with it everything written
 * before. Any other commit that syncs in the meantime replaces the small one.
 */
export class DelayedSync {
  readonly #database: Pick<Database, 'open' | 'pragma' | 'transaction'>;
  readonly #onFailure: (error: unknown) => { readonly canRetry: boolean };
  readonly #smallCommit: ReturnType<typeof smallCommit>;
  #synchronous: 'FULL' | 'NORMAL' = 'FULL';
  #timer: NodeJS.Timeout | undefined;
  #lastSyncMs = 0;

  /**
   * @param onFailure gets the error of a small commit without a caller, and returns whether to try
   * again: not after a failed sync
   */
  constructor(
    database: Pick<Database, 'open' | 'pragma' | 'transaction'>,
    onFailure: (error: unknown) => { readonly canRetry: boolean },
  ) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#smallCommit = smallCommit(database);
  }

  /** Before a transaction begins: whether its commit is to sync by itself. */
  prepare(synced: boolean): void {
    const wanted = synced ? 'FULL' : 'NORMAL';
    if (this.#synchronous === wanted) return;
    this.#database.pragma(`synchronous = ${wanted}`);
    this.#synchronous = wanted;
  }

  /** To be called after the commit. */
  committed(synced: boolean): void {
    if (synced) this.#cancel();
    else this.#schedule();
  }

  /**
   * Syncs everything committed, by any connection.
   *
   * @throws the SQLite error where it fails
   */
  sync(): void {
    const startedAt = performance.now();
    this.prepare(true);
    this.#smallCommit.immediate();
    this.#lastSyncMs = performance.now() - startedAt;
    this.#cancel();
  }

  /** Syncs everything pending now. */
  finish(): void {
    if (this.#timer !== undefined) this.#attempt();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#attempt(), syncDelayMs(this.#lastSyncMs));
  }

  #attempt(): void {
    this.#cancel();
    // Closing a database has synced its log.
    if (!this.#database.open) return;
    try {
      this.sync();
    } catch (error) {
      if (this.#onFailure(error).canRetry) this.#schedule();
    }
  }
}
