import type { Database } from './sqlite.js';

/** From a commit to its sync: leaves some of the 20 ms that are promised to the sync itself. */
const MIN_DELAY_MS = 12;
/** Where the disk is slow, so many times what a sync takes, because all other work waits for it. */
const DELAY_PER_SYNC = 20;
const MAX_DELAY_MS = 250;

export interface DelayedSync {
  /** Before a transaction begins: whether its commit is to sync by itself. */
  prepare(synced: boolean): void;
  /** After its commit. */
  committed(synced: boolean): void;
  /**
   * Syncs everything committed, by any connection.
   *
   * @throws the SQLite error where it fails
   */
  sync(): void;
  /** Syncs now what still waits for it. */
  finish(): void;
}

/**
 * Commits without waiting for the disk, followed a little later by one small commit that does: with
 * `synchronous = FULL` SQLite syncs its write-ahead log at a commit, and with it everything written
 * before. Any other commit that syncs in the meantime replaces the small one.
 *
 * @param failed gets the error of a small commit without a caller, and returns whether another
 * attempt would be honest: after a sync that failed, it would not
 */
export function createDelayedSync(
  database: Pick<Database, 'open' | 'pragma' | 'transaction'>,
  failed: (error: unknown) => { readonly canRetry: boolean },
): DelayedSync {
  let full = true;
  let timer: NodeJS.Timeout | undefined;
  let lastSyncMs = 0;

  // A transaction without writes would sync nothing: this one rewrites the first page unchanged.
  const smallCommit = database.transaction(() => {
    const value = Number(database.pragma('application_id', { simple: true }));
    database.pragma(`application_id = ${value}`);
  });

  function setFull(wanted: boolean): void {
    if (full === wanted) return;
    database.pragma(`synchronous = ${wanted ? 'FULL' : 'NORMAL'}`);
    full = wanted;
  }

  function settled(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function schedule(): void {
    const delay = Math.min(Math.max(MIN_DELAY_MS, DELAY_PER_SYNC * lastSyncMs), MAX_DELAY_MS);
    timer ??= setTimeout(attempt, delay);
  }

  function sync(): void {
    const startedAt = performance.now();
    setFull(true);
    smallCommit.immediate();
    lastSyncMs = performance.now() - startedAt;
    settled();
  }

  function attempt(): void {
    settled();
    // Closing a database has synced its log.
    if (!database.open) return;
    try {
      sync();
    } catch (error) {
      if (failed(error).canRetry) schedule();
    }
  }

  return {
    prepare: setFull,
    committed(synced) {
      if (synced) settled();
      else schedule();
    },
    sync,
    finish() {
      if (timer !== undefined) attempt();
    },
  };
}
