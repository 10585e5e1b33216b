import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connect, connectAgain } from '../encryption/connect.js';
import type { EncryptionKey } from '../encryption/key.js';
import { countAltered } from '../fhir/checksum.js';
import { MIGRATIONS } from '../migrations.js';
import type { Database } from '../open.js';

/** Figures of a database that can be counted in any version of its tables. */
export interface DatabaseFacts {
  readonly schema: number;
  /** Rows of each table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The version of the tables that this program creates; older ones are migrated to it. */
export const OWN_SCHEMA = MIGRATIONS.length;

/** Starts a read of the current state of the database: a transaction begins with its first read. */
function holdSnapshot(database: Database): void {
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
}

/**
 * Runs `beside` under the write lock and has `reader` see the database from then on as it was at that
 * moment: the files that are written together with it match what is read.
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

const logOf = (path: string) => `${path}-wal`;

async function writeAll(
  source: AsyncIterable<Buffer>,
  file: FileHandle,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let written = 0;
  for await (const chunk of source) {
    await file.writeFile(chunk);
    written += chunk.length;
    onProgress(written);
  }
}

/**
 * Copies a file that this process has open as a database. It is read by another process: as soon as
 * this one closed it, it would lose all locks on it, SQLite's too.
 */
async function copyOpen(
  from: string,
  to: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const { size } = statSync(from);
  const file = await open(to, 'wx', 0o600);
  try {
    const reader = spawn('cat', ['--', from], { stdio: ['ignore', 'pipe', 'ignore'] });
    const gauge = (bytes: number) => onProgress(Math.min(bytes / Math.max(size, 1), 1));
    const [[status]] = await Promise.all([
      once(reader, 'close'),
      writeAll(reader.stdout, file, gauge),
    ]);
    if (status !== 0) throw new Error(`reading ${from} ended with ${status}`);
  } finally {
    await file.close();
  }
}

/** Moves the contents of a copy's write-ahead log into the copy. */
function settle(path: string, key: EncryptionKey | undefined): void {
  const copy = connect(path, {}, key);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

export interface CopyOptions {
  /** The encryption key of the database, and so of its copy. */
  readonly key?: EncryptionKey | undefined;
  /** Copies the accompanying files at the same moment: must be brief, because all writers wait for it. */
  beside(): void;
  /** Receives the share that is done, from 0 to 1. */
  onProgress(done: number): void;
}

/**
 * Copies a database in its current state, while others continue to write. The copy needs no write-ahead
 * log.
 *
 * File and log are copied byte by byte, so that nothing of an encrypted one is written in plaintext:
 * the log under the write lock, and with it every page that may be written to its place in the file
 * during the copy. Newer pages stay in the log of the others as long as the snapshot is held.
 */
export async function copyDatabase(
  database: Database,
  path: string,
  { key, beside, onProgress }: CopyOptions,
): Promise<void> {
  const { name } = database;
  const writer = connectAgain(name, { timeout: 10_000, fileMustExist: true }, key);
  try {
    holdBoth(database, writer, () => {
      if (existsSync(logOf(name))) copyFileSync(logOf(name), logOf(path));
      beside();
    });
    await copyOpen(name, path, onProgress);
  } finally {
    if (database.inTransaction) database.exec('ROLLBACK');
    writer.close();
  }
  settle(path, key);
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
 * Examines a copy of a database that no other process has open, without migrating its tables.
 *
 * @param look gets the database when it was found intact
 * @throws Error when it is not a database or its pages, indices or references are inconsistent
 */
export function inspectDatabase<T>(
  path: string,
  look: (database: Database) => T,
  key?: EncryptionKey,
): DatabaseFacts & { readonly seen: T } {
  const database = connect(path, { readonly: true, fileMustExist: true }, key);
  try {
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    if (database.pragma('integrity_check(1)', { simple: true }) !== 'ok') {
      throw new Error('the integrity check of the database failed');
    }
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0) {
      throw new Error('references in the database have no target');
    }
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema === OWN_SCHEMA && countAltered(database) > 0) {
      throw new Error('resources in the database are not what was written');
    }
    return { schema, counts: countRows(database), seen: look(database) };
  } finally {
    database.close();
  }
}
