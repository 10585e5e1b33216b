import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Database } from './open.js';

/** Leaves some of the 20 ms that are promised to the sync itself. */
const DELAY_MS = 12;

export interface LateSync {
  /** Before a transaction begins: whether its commit is to sync by itself. */
  expect(synced: boolean): void;
  /** After its commit. */
  committed(synced: boolean): void;
  /** Syncs now what is not yet on disk. */
  finish(): void;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Commits that need not wait for the disk, and one sync of the write-ahead log for all of them a
 * little later. Whatever else is committed through the same connection meanwhile is synced with
 * them. The log is opened anew each time: unlike the database, no lock hangs on its descriptors, and
 * where it is missing, the database was closed and SQLite has synced it.
 *
 * @param failed a sync failed: what was to be synced may be lost, and trying again would not tell
 */
export function createLateSync(
  database: Pick<Database, 'name' | 'open' | 'pragma'>,
  failed: () => void,
): LateSync {
  const path = `${database.name}-wal`;
  let full = true;
  let timer: NodeJS.Timeout | undefined;
  let underway = false;

  function setFull(wanted: boolean): void {
    if (full === wanted) return;
    database.pragma(`synchronous = ${wanted ? 'FULL' : 'NORMAL'}`);
    full = wanted;
  }

  function settled(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function later(): void {
    timer ??= setTimeout(syncLater, DELAY_MS);
  }

  async function syncLater(): Promise<void> {
    settled();
    if (database.open) setFull(true);
    underway = true;
    try {
      const file = await open(path, 'r+');
      await file.datasync().catch(failed);
      await file.close();
    } catch (error) {
      // Not opened, for want of descriptors perhaps: no sync was tried, so another one is honest.
      if (!isMissing(error)) later();
    }
    underway = false;
  }

  function syncNow(): void {
    setFull(true);
    const file = openSync(path, 'r+');
    try {
      fdatasyncSync(file);
    } catch {
      failed();
    } finally {
      closeSync(file);
    }
  }

  return {
    expect: setFull,
    committed(synced) {
      if (synced) settled();
      else later();
    },
    finish() {
      if (timer === undefined && !underway) return;
      settled();
      syncNow();
    },
  };
}
