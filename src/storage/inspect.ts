import { existsSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { MIGRATIONS } from './migrations.js';
import { DATABASE_FILE, type Database } from './open.js';

/** A place of the audit log where a record bears an earlier time than the one before it. */
export interface StepBack {
  readonly seq: number;
  readonly before: string;
  readonly at: string;
}

/** Looks at a database, and never changes it. */
export interface Inspection {
  readonly database: Database;
  /** The form of the tables, and the one that this program knows. */
  readonly schema: number;
  readonly knownSchema: number;
  /** What is damaged; nothing where all is well. */
  damage(): string[];
  /** The time of the newest audit record. */
  newestRecord(): string | undefined;
  /** Oldest first, of the records since then. */
  stepsBack(since: string): StepBack[];
  close(): void;
}

const MOST_DAMAGE = 5;

/**
 * Opened to be read alone, and neither made, migrated nor given other permissions. A log that lies
 * beside it belongs to a daemon or to a crash and stays as it is. Where there is none, a connection
 * that may write takes away at its end the empty one that reading needs; one that may not leaves it.
 */
function openToRead(path: string): Database {
  const readonly = existsSync(`${path}-wal`);
  const database = new SqliteDatabase(path, { readonly, fileMustExist: true, timeout: 5_000 });
  try {
    database.pragma('query_only = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma('temp_store = MEMORY');
    // The header is read only now: a file that is no database is found out here.
    database.pragma('user_version');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** @throws what SQLite says where the file is missing, locked away or no database */
export function inspectDatabase(dataDir: string): Inspection {
  const database = openToRead(join(dataDir, DATABASE_FILE));
  return {
    database,
    schema: Number(database.pragma('user_version', { simple: true })),
    knownSchema: MIGRATIONS.length,
    damage() {
      const rows = database.pragma(`integrity_check(${MOST_DAMAGE})`) as {
        integrity_check: string;
      }[];
      const told = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
      const dangling = database.pragma('foreign_key_check') as { table: string }[];
      const tables = new Set(dangling.map(({ table }) => table));
      return [...told, ...[...tables].map((table) => `dangling references in ${table}`)];
    },
    newestRecord: () =>
      database.prepare<[], string>('SELECT at FROM audit ORDER BY seq DESC LIMIT 1').pluck().get(),
    stepsBack: (since) =>
      database
        .prepare<[string], StepBack>(
          `SELECT seq, before, at
           FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM audit)
           WHERE at < before AND before >= ? ORDER BY seq`,
        )
        .all(since),
    close: () => void database.close(),
  };
}
