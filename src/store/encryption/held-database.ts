import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';
import SqliteDatabase, { type Database } from '../sqlite.js';
import { pinCipher } from './connect.js';
import { overwrite } from './erase.js';
import type { EncryptionKey } from './key.js';

/** A database locked against all other readers and writers. */
export interface HeldDatabase {
  /** Writes a full copy to a new file, encrypted with the next key, or plain without one. */
  writeTo(path: string): void;
  /**
   * Replaces the database by a file in one step and overwrites the old one with zeros: a process that has
   * waited for it must not continue with it, and the disk should not keep it.
   */
  giveWayTo(path: string): void;
  close(): void;
}

export interface HoldOptions {
  readonly path: string;
  readonly key: EncryptionKey | undefined;
  readonly nextKey: EncryptionKey | undefined;
  /** A new file by which the library learns the next key. */
  readonly door: string;
}

/** One file without a log, and locked until the connection closes. */
function holdAlone(door: Database): void {
  // Refused as long as another connection is open, even an idle one.
  door.pragma('held.journal_mode = DELETE');
  door.pragma('held.locking_mode = EXCLUSIVE');
  door.exec('BEGIN EXCLUSIVE; COMMIT');
}

function explained(cause: unknown): unknown {
  const isBusy =
    cause instanceof SqliteDatabase.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(cause.code);
  if (!isBusy) return cause;
  const message = 'Another process has the database open: wait for other wardbox commands to end.';
  return new AppError('conflict', message, { cause });
}

/**
 * Locks a database exclusively. Copies are made from file to file, without writing any of it in
 * plaintext: SQLite writes a copy with the key of the connection's own database, which is an empty
 * one with the next key, to which this one is attached.
 *
 * @throws AppError `conflict` where others have it open
 */
export function holdDatabase({ path, key, nextKey, door: doorPath }: HoldOptions): HeldDatabase {
  const door = new SqliteDatabase(nextKey === undefined ? ':memory:' : doorPath, { timeout: 0 });
  try {
    pinCipher(door);
    if (nextKey !== undefined) door.pragma(`key = "${nextKey.secret()}"`);
    door.prepare('ATTACH ? AS held KEY ?').run(path, key?.secret() ?? '');
    door.pragma('temp_store = MEMORY');
    holdAlone(door);
  } catch (cause) {
    door.close();
    throw explained(cause);
  }
  let before: number | undefined;
  return {
    writeTo: (target) => void door.prepare('VACUUM held INTO ?').run(target),
    giveWayTo(successor) {
      before = openSync(path, 'r+');
      syncPath(successor);
      renameSync(successor, path);
      // The old one is removed only after the new one is durable.
      syncPath(dirname(path));
      overwrite(before);
    },
    close() {
      door.close();
      rmSync(doorPath, { force: true });
      // Not before: closing a file drops all locks that this process has on it.
      if (before !== undefined) closeSync(before);
    },
  };
}
