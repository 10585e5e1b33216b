import { chmodSync } from 'node:fs';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { MIGRATIONS } from '../migrations.js';

/** What can be counted in a database, whatever the version of its tables. */
export interface DatabaseFacts {
  readonly schema: number;
  /** Rows of each table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The version of the tables that this program makes; older ones are brought up to it. */
export const OWN_SCHEMA = MIGRATIONS.length;

/** 16 MiB from one word on how far it has come to the next. */
const PAGES_A_STEP = 4_096;

/** Begins to see a database as it is now: a transaction begins with its first read. */
function holdSnapshot(database: Database): void {
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
}

/**
 * Runs `beside` while nobody can write to the database, and has `reader` see it from then on as it
 * was in that moment: what lies beside it and is written with it fits what is read.
 *
 * @param writer another connection to the same database
 */
function holdBoth(reader: Database, writer: Database, beside: () => void): void {
  writer.exec('BEGIN IMMEDIATE');
  try {
    holdSnapshot(reader);
    beside();
  } finally {
    writer.exec('ROLLBACK');
  }
}

async function copyHeld(database: Database, path: string, told: (done: number) => void) {
  await database.backup(path, {
    progress({ totalPages, remainingPages }) {
      told(1 - remainingPages / Math.max(totalPages, 1));
      return PAGES_A_STEP;
    },
  });
  chmodSync(path, 0o600);
  const copy = new SqliteDatabase(path);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/**
 * Copies a database as it is now, while others go on writing to it: the snapshot is held, so that
 * what they write meanwhile does not make the copy begin anew. The copy needs no write-ahead log.
 *
 * @param beside copies what lies beside the database, in the same moment: short work, because all
 * who write wait for it
 * @param told how much is done, from 0 to 1
 */
export async function copyDatabase(
  database: Database,
  path: string,
  { beside, told }: { beside: () => void; told: (done: number) => void },
): Promise<void> {
  const writer = new SqliteDatabase(database.name, { timeout: 10_000, fileMustExist: true });
  try {
    holdBoth(database, writer, beside);
    await copyHeld(database, path, told);
  } finally {
    if (database.inTransaction) database.exec('ROLLBACK');
    writer.close();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function countRows(database: Database): Record<string, number> {
  const names = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name`,
    )
    .pluck()
    .all();
  const count = (name: string) =>
    database
      .prepare<[], number>(`SELECT count(*) FROM ${quoted(name)}`)
      .pluck()
      .get() ?? 0;
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

/**
 * Looks through a copy of a database that nobody else has open, without bringing its tables up to
 * date.
 *
 * @param look sees it, too, when it has been found sound
 * @throws Error when it is none or its pages, indices or references do not hold together
 */
export function inspectDatabase<T>(
  path: string,
  look: (database: Database) => T,
): DatabaseFacts & { readonly seen: T } {
  const database = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  try {
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    if (database.pragma('integrity_check(1)', { simple: true }) !== 'ok') {
      throw new Error('the database does not hold together');
    }
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0) {
      throw new Error('references in the database lead nowhere');
    }
    const schema = Number(database.pragma('user_version', { simple: true }));
    return { schema, counts: countRows(database), seen: look(database) };
  } finally {
    database.close();
  }
}
