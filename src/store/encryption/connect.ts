import { closeSync, openSync, readSync } from 'node:fs';
import { RESTORE } from '../damage.js';
import SqliteDatabase, { type Database, type Options } from '../sqlite.js';
import type { EncryptionKey } from './key.js';

/** How a file of SQLite begins that is not encrypted; an encrypted one begins with random bytes. */
const PLAIN_HEADER = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * SQLCipher 4: AES-256 in CBC mode with a new IV at each write, and an HMAC-SHA-512 of every
 * page and its number, in the log as in the file. Every parameter is set, so that a later version of the
 * library with other defaults opens the same file.
 */
const CIPHER = [
  "cipher = 'sqlcipher'",
  'legacy = 4',
  'legacy_page_size = 4096',
  'kdf_iter = 256000',
  'fast_kdf_iter = 2',
  'hmac_use = 1',
  'hmac_pgno = 1',
  'hmac_salt_mask = 58',
  'kdf_algorithm = 2',
  'hmac_algorithm = 2',
  'plaintext_header_size = 0',
  'mc_legacy_wal = 0',
];

/** The name of the cipher, for manifests and people. */
export const CIPHER_NAME = 'sqlcipher-4';

/** The form of a file: missing or empty, plain SQLite, or encrypted (or not a database). */
export type DatabaseForm = 'none' | 'plain' | 'encrypted';

/**
 * Looks at the first bytes of a file.
 *
 * Must not be called for a database that this process has open: closing a file drops all locks that
 * a process has on it, including SQLite's.
 */
export function formOf(path: string): DatabaseForm {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none';
    throw error;
  }
  try {
    const header = Buffer.alloc(PLAIN_HEADER.length);
    if (readSync(descriptor, header, 0, header.length, 0) === 0) return 'none';
    return header.equals(PLAIN_HEADER) ? 'plain' : 'encrypted';
  } finally {
    closeSync(descriptor);
  }
}

/** Sets the cipher parameters of a connection. */
export function pinCipher(database: Database): void {
  for (const setting of CIPHER) database.pragma(setting);
}

function explained(error: unknown, key: EncryptionKey | undefined): unknown {
  const isUnreadable =
    error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_NOTADB';
  if (!isUnreadable || key === undefined) return error;
  return new Error(
    `the key ${key.file} (${key.id}) does not open its database: ` +
      `it is the key of another one, or the database is damaged at its beginning: then ${RESTORE}`,
    { cause: error },
  );
}

/** A further connection of this process to a database that it has open. */
export function connectAgain(path: string, options: Options, key?: EncryptionKey): Database {
  const database = new SqliteDatabase(path, options);
  try {
    if (key !== undefined) {
      pinCipher(database);
      database.pragma(`key = "${key.secret()}"`);
    }
    // The file is first read here: only now does a file that is no database or has another key fail.
    database.pragma('user_version');
    return database;
  } catch (error) {
    database.close();
    throw explained(error, key);
  }
}

/**
 * The first connection of this process to a database; a missing one is created with `key`.
 *
 * The file's form and the key are compared before SQLite opens it: SQLite would accept a log left by
 * a crash as its own and write its contents into the database without a check.
 *
 * @throws Error that states whether the key is missing, wrong or not needed
 */
export function connect(path: string, options: Options, key?: EncryptionKey): Database {
  const form = formOf(path);
  if (form === 'plain' && key !== undefined) {
    const remedy = 'to encrypt it: wardbox encryption enable';
    throw new Error(`its database is not encrypted, but a key is given (${key.file}); ${remedy}`);
  }
  if (form === 'encrypted' && key === undefined) {
    const why = 'it is encrypted and storage.encryption_key_file names no key, or it is damaged:';
    throw new Error(`its file is not a readable database: ${why} ${RESTORE}`);
  }
  return connectAgain(path, options, key);
}
