import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../core/errors.js';
import { type DatabaseForm, formOf } from '../../store/encryption/connect.js';
import { configuredKey } from '../../store/encryption/key.js';
import { inspectDatabase } from '../../store/inspect.js';
import { DATABASE_FILE } from '../../store/open.js';
import type { LoadedConfig } from '../config/load.js';

/**
 * Where a command that changes the encryption writes the new database; if it exists and no command
 * runs, a command was killed.
 */
export const UNFINISHED = '.encrypting';

/** How a database is stored and whether it matches the configuration. */
export interface EncryptionState {
  readonly database: DatabaseForm;
  readonly keyFile: string | undefined;
  readonly keyId: string | undefined;
  /** Why the daemon would not start with it. */
  readonly fault: string | undefined;
  /** The file that a killed command has left. */
  readonly unfinished: string | undefined;
}

/**
 * Reads only, and changes nothing. Not to be called while this process has the database open, whose
 * locks it would lose.
 */
export function encryptionState({ data_dir, storage }: LoadedConfig): EncryptionState {
  const unfinished = join(data_dir, UNFINISHED);
  const known = {
    keyFile: storage.encryption_key_file,
    unfinished: existsSync(unfinished) ? unfinished : undefined,
  };
  let database: DatabaseForm = 'none';
  let keyId: string | undefined;
  try {
    database = formOf(join(data_dir, DATABASE_FILE));
    const key = configuredKey(storage);
    keyId = key?.id;
    if (database !== 'none') inspectDatabase(data_dir, key).close();
    return { ...known, database, keyId, fault: undefined };
  } catch (error) {
    return { ...known, database, keyId, fault: messageOf(error) };
  }
}
