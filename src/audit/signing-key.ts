import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, messageOf } from '../core/errors.js';
import { syncPath } from '../core/sync-path.js';

export function fileFault(message: string, cause?: unknown): AppError {
  return new AppError('internal_error', message, { cause });
}

/**
 * Reads the public key of a file that holds it or the private one.
 *
 * @throws AppError `internal_error`
 */
export function readPublicKey(path: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(path, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is not an Ed25519 key');
    return key;
  } catch (cause) {
    throw fileFault(`The key ${path} cannot be read: ${messageOf(cause)}.`, cause);
  }
}

/** Replaces a file atomically; on disk when it returns. */
export function replaceFile(path: string, content: string | Buffer): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  renameSync(temporary, path);
  syncPath(dirname(path));
}

/** Makes a new key file atomically; one that another process has just made stays. */
export function makeKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const temporary = `${path}.${process.pid}`;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(temporary, pem, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
    syncPath(dirname(path));
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
