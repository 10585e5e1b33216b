import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, messageOf } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';

/** The keys that encrypt the database and the backups of an appliance. */
export interface EncryptionKey {
  /** The file that it was read from. */
  readonly file: string;
  /** Identifies the key without revealing it: 16 hex digits of a SHA-256. */
  readonly id: string;
  /** As SQLite takes it: 32 raw bytes without key stretching. Never shown. */
  secret(): string;
  /** Derives bytes from the key for another purpose. */
  derive(purpose: string, salt: Uint8Array, bytes: number): Buffer;
}

const BYTES = 32;
const FORM = /^[0-9a-f]{64}$/i;
/** The form, with a line end of any system. */
const MAX_BYTES = 2 * BYTES + 2;
/** Any access by others, or writing by the group. The group, such as the daemon's own, may read. */
const TOO_OPEN = 0o037;

const fault = (message: string, cause?: unknown) => new AppError('conflict', message, { cause });

function factsOf(file: string): Stats {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) throw fault(`The encryption key ${file} does not exist.`);
  if (facts.isFile()) return facts;
  throw fault(`The encryption key ${file} is not a file.`);
}

function refuseOpen(file: string, { mode }: Stats): void {
  if ((mode & TOO_OPEN) === 0) return;
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  throw fault(
    `The encryption key ${file} is open to others (${octal}), so it is not used: chmod 0600 ${file}.`,
  );
}

/** A fault in a key's text is reported without showing it. */
function bytesOf(file: string, { size }: Stats): Buffer {
  const text = size > MAX_BYTES ? '' : readFileSync(file, 'latin1').replace(/\r?\n$/, '');
  if (FORM.test(text)) return Buffer.from(text, 'hex');
  throw fault(`The encryption key ${file} has a wrong form: it must be 64 hexadecimal digits.`);
}

/**
 * Reads a key of 256 bits, in hexadecimal digits, that other users cannot read.
 *
 * @throws AppError `conflict` where it is missing, unreadable, open or of another form
 */
export function readEncryptionKey(file: string): EncryptionKey {
  let bytes: Buffer;
  try {
    const facts = factsOf(file);
    refuseOpen(file, facts);
    bytes = bytesOf(file, facts);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw fault(`The encryption key ${file} cannot be read: ${messageOf(cause)}.`, cause);
  }
  const id = createHash('sha256').update('wardbox-encryption-key-1\n').update(bytes).digest('hex');
  return {
    file,
    id: id.slice(0, 16),
    secret: () => `x'${bytes.toString('hex')}'`,
    derive: (purpose, salt, length) =>
      Buffer.from(hkdfSync('sha256', bytes, salt, `wardbox-1 ${purpose}`, length)),
  };
}

/** The key that a configuration names; undefined where it names none. */
export function configuredKey(storage: {
  readonly encryption_key_file?: string | undefined;
}): EncryptionKey | undefined {
  const { encryption_key_file: file } = storage;
  return file === undefined ? undefined : readEncryptionKey(file);
}

/**
 * Creates a new key in a new file; on disk when it returns.
 *
 * @throws AppError `conflict` where it cannot be created or already exists: nothing is overwritten
 */
export function makeEncryptionKey(file: string): EncryptionKey {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const text = `${randomBytes(BYTES).toString('hex')}\n`;
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
    syncPath(dirname(file));
  } catch (cause) {
    throw fault(`The encryption key ${file} cannot be made: ${messageOf(cause)}.`, cause);
  }
  return readEncryptionKey(file);
}
