import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../core/errors.js';
import { saysDamage } from './damage.js';
import { connect } from './encryption/connect.js';
import type { EncryptionKey } from './encryption/key.js';
import { countAltered } from './fhir/checksum.js';
import { MIGRATIONS } from './migrations.js';
import { DATABASE_FILE, type Database } from './open.js';

/** A position in the audit log where a record has an earlier time than the one before it. */
export interface ClockStepBack {
  readonly seq: number;
  readonly before: string;
  readonly at: string;
}

/** Inspects a database read-only. */
export interface Inspection {
  readonly database: Database;
  /** The version of the tables, and the one that this program uses. */
  readonly schema: number;
  readonly knownSchema: number;
  /** A description of the damage; undefined if there is none. */
  damage(): string[];
  /** The time of the newest audit record. */
  newestRecord(): string | undefined;
  /** Backward steps of the clock among the records since then, oldest first. */
  stepsBack(since: string): ClockStepBack[];
  /** From now on one state is read, whatever a daemon commits. */
  holdState(): void;
  close(): void;
}

const MAX_DAMAGE = 5;

/**
 * Opens a database read-only, without creating it, migrating it or changing its permissions. A log file
 * next to it belongs to a daemon or to a crash and is left unchanged. Without one, reading creates an
 * empty one, which a connection with write permission removes when it closes.
 */
function openToRead(path: string, key: EncryptionKey | undefined): Database {
  const readonly = existsSync(`${path}-wal`);
  const options = { readonly, fileMustExist: true, timeout: 5_000 };
  const database = connect(path, options, key);
  try {
    database.pragma('query_only = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma('temp_store = MEMORY');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

const isKnown = (database: Database): boolean =>
  Number(database.pragma('user_version', { simple: true })) === MIGRATIONS.length;

function damageIn(database: Database): string[] {
  try {
    const rows = database.pragma(`integrity_check(${MAX_DAMAGE})`) as {
      integrity_check: string;
    }[];
    const faults = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    // References cannot be checked in a database whose pages are inconsistent.
    if (faults.length > 0) return faults;
    const dangling = database.pragma('foreign_key_check') as { table: string }[];
    const altered = isKnown(database) ? countAltered(database) : 0;
    if (altered > 0) return [`${altered} versions of resources are not what was written`];
    const tables = new Set(dangling.map(({ table }) => table));
    return [...tables].map((table) => `dangling references in ${table}`);
  } catch (error) {
    if (saysDamage(error)) return [messageOf(error)];
    throw error;
  }
}

/** @throws the SQLite error where the file is missing, locked, not a database or encrypted with another key */
export function inspectDatabase(dataDir: string, key?: EncryptionKey): Inspection {
  const database = openToRead(join(dataDir, DATABASE_FILE), key);
  return {
    database,
    schema: Number(database.pragma('user_version', { simple: true })),
    knownSchema: MIGRATIONS.length,
    damage: () => damageIn(database),
    newestRecord: () =>
      database.prepare<[], string>('SELECT at FROM audit ORDER BY seq DESC LIMIT 1').pluck().get(),
    stepsBack: (since) =>
      database
        .prepare<[string], ClockStepBack>(
          `SELECT seq, before, at
           FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM audit)
           WHERE at < before AND before >= ? ORDER BY seq`,
        )
        .all(since),
    holdState: () => void database.exec('BEGIN'),
    close: () => void database.close(),
  };
}
