import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, messageOf } from '../core/errors.js';
import { RESTORE, saysDamage } from './damage.js';
import { connect } from './encryption/connect.js';
import type { EncryptionKey } from './encryption/key.js';
import { MIGRATIONS } from './migrations.js';
import SqliteDatabase, { type Database } from './sqlite.js';

export type { Database } from './sqlite.js';

export const DATABASE_FILE = 'wardbox.sqlite';
export const LOCK_FILE = 'daemon.lock';

function migrate(database: Database): void {
  const applied = Number(database.pragma('user_version', { simple: true }));
  if (applied > MIGRATIONS.length) {
    throw new Error(`its schema ${applied} is newer than this program's (${MIGRATIONS.length})`);
  }
  database
    .transaction(() => {
      // Read again under the write lock: another process may have migrated in between.
      const from = Number(database.pragma('user_version', { simple: true }));
      for (const statements of MIGRATIONS.slice(from)) database.exec(statements);
      database.pragma(`user_version = ${MIGRATIONS.length}`);
    })
    .immediate();
}

function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Keys, certificates and the audit log are readable only by their owner, regardless of the umask.
  chmodSync(dataDir, 0o700);
}

/** Runs `work`; errors are reported as a fault of the data folder. */
function inDataFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const remedy = saysDamage(cause) ? ` Its database is damaged: ${RESTORE}.` : '';
    throw new AppError(
      'internal_error',
      `The data folder ${dataDir} cannot be used: ${messageOf(cause)}.${remedy}`,
      { cause },
    );
  }
}

/** The newest audit record that a checkpoint has signed. */
export interface SignedRecord {
  readonly seq: number;
  /** The number of the checkpoint, and when it was made. */
  readonly number: number;
  readonly at: string;
}

/** The number of the newest audit record; 0 without any. */
function newestRecord(database: Database): number {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get();
  if (isThere === undefined) return 0;
  return database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM audit').pluck().get() ?? 0;
}

/**
 * SQLite recovers what a crash has left in the write-ahead log up to the first damage, and the rest
 * would be lost at the next write or when the last connection closes. This checks before that, through
 * a connection that can do neither.
 *
 * @throws Error where a record is missing that was signed
 */
function refuseLoss(path: string, key: EncryptionKey | undefined, signed: SignedRecord): void {
  if (!existsSync(`${path}-wal`)) return;
  const reader = connect(path, { readonly: true, timeout: 5_000 }, key);
  let newest: number;
  try {
    newest = newestRecord(reader);
  } finally {
    reader.close();
  }
  if (newest >= signed.seq) return;
  throw new Error(
    `its write-ahead log is damaged: audit record ${newest} is the newest in it, and checkpoint ` +
      `${signed.number} has signed record ${signed.seq} (${signed.at}); nothing was changed. ` +
      `Keep a copy of the folder, then ${RESTORE}, or go on without what is lost: move ` +
      'audit/checkpoints.jsonl out of the folder',
  );
}

/**
 * Opens (and where needed creates and migrates) the database of a data folder. Every commit is on
 * disk before it returns: WAL with `synchronous = FULL` syncs the log at each commit.
 *
 * @param key the encryption key of the database, or of a new one
 * @param signed the record that must exist where a crash has left a write-ahead log; absent for a
 * database without checkpoints
 */
export function openDatabase(
  dataDir: string,
  key?: EncryptionKey,
  signed?: SignedRecord,
): Database {
  return inDataFolder(dataDir, () => {
    makeDataFolder(dataDir);
    const path = join(dataDir, DATABASE_FILE);
    if (signed !== undefined) refuseLoss(path, key, signed);
    const database = connect(path, { timeout: 5_000 }, key);
    try {
      chmodSync(path, 0o600);
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      // 16 MiB: a page that changes often is then written to the database file once for many commits.
      database.pragma('wal_autocheckpoint = 4000');
      database.pragma('foreign_keys = ON');
      database.pragma('recursive_triggers = ON');
      database.pragma('trusted_schema = OFF');
      // Sort data and rollback journals stay in memory: no temporary files on disk.
      database.pragma('temp_store = MEMORY');
      migrate(database);
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  });
}

/** Whether a data folder has been used before, so that inspecting it creates nothing. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_FILE));
}

/**
 * Makes this process the only daemon of a data folder until it releases the folder or ends. The
 * lock is SQLite's own on a separate file, so that the operating system drops it after a crash.
 *
 * @throws AppError `conflict` when another daemon holds it.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  return inDataFolder(dataDir, () => {
    makeDataFolder(dataDir);
    const lock = new SqliteDatabase(join(dataDir, LOCK_FILE), { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (cause) {
      lock.close();
      if (cause instanceof SqliteDatabase.SqliteError && cause.code.startsWith('SQLITE_BUSY')) {
        throw new AppError('conflict', `Another daemon is running on ${dataDir}.`, { cause });
      }
      throw cause;
    }
    return { release: () => void lock.close() };
  });
}

/** Whether a database can be read now. */
export function answers(database: Database): boolean {
  try {
    return database.prepare('SELECT 1').get() !== undefined;
  } catch {
    return false;
  }
}
