import { AppError } from '../../core/errors.js';
import type { Manifest } from '../../store/backup/schema.js';
import { type EncryptionKey, readEncryptionKey } from '../../store/encryption/key.js';
import type { CommandContext } from '../context.js';

export interface KeyOptions {
  readonly keyFile?: string;
}

/**
 * Returns the key that opens a backup; undefined for a backup that is not encrypted.
 *
 * @throws AppError `conflict` when none is given, or a key that does not belong to the backup
 */
export function keyForBackup(
  { environment }: CommandContext,
  { keyFile }: KeyOptions,
  { encryption }: Manifest,
): EncryptionKey | undefined {
  if (encryption === undefined) {
    if (keyFile === undefined) return undefined;
    const message =
      'The backup is not encrypted: it needs no --key-file. To encrypt the data it is';
    throw new AppError('conflict', `${message} restored to: wardbox encryption enable.`);
  }
  const { key_id } = encryption;
  const file = keyFile ?? (environment.WARDBOX_ENCRYPTION_KEY_FILE || undefined);
  if (file === undefined) {
    const message = `The backup is encrypted with the key ${key_id}: name its file, --key-file.`;
    throw new AppError('conflict', message);
  }
  const key = readEncryptionKey(file);
  if (key.id === key_id) return key;
  const message = `The backup is encrypted with the key ${key_id}, and ${file} is the key ${key.id}.`;
  throw new AppError('conflict', message);
}
