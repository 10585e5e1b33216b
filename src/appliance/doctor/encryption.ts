import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, failed, ok, warning } from './check.js';

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;

/** Checks that the database is encrypted as configured, with a key that only its owner can read. */
export const checkEncryption: Check = ({ config, encryption }) => {
  const { database, keyFile, keyId, fault, unfinished } = encryption;
  if (fault !== undefined) {
    return failed(
      `Database and key do not match: ${fault}.`,
      'correct storage.encryption_key_file; with the right key: restore the last backup',
    );
  }
  if (unfinished !== undefined) {
    const message = `${unfinished} was left by a command that was killed.`;
    return warning(message, 'run the command again: wardbox encryption enable, rotate or disable');
  }
  if (keyFile === undefined) return ok('The database is not encrypted, as configured.');
  const state = database === 'none' ? 'To be encrypted' : 'Encrypted';
  const how = `${state} with the key ${keyId}`;
  if (deviceOf(dirname(keyFile)) === deviceOf(config.data_dir)) {
    const remedy = 'keep the key on another disk or in the TPM, see docs/encryption.md';
    return warning(
      `${how}, which is on the same disk as the data: a stolen disk reveals both.`,
      remedy,
    );
  }
  return ok(`${how}, which is on another disk than the data.`);
};
