import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, failed, ok, warning } from './check.js';

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;

/** Whether the database is encrypted as configured, with a key that only its owner may read. */
export const checkEncryption: Check = ({ config, encryption }) => {
  const { database, keyFile, keyId, fault, unfinished } = encryption;
  if (fault !== undefined) {
    return failed(
      `Database and key do not fit: ${fault}.`,
      'mend storage.encryption_key_file; with the right key: restore the last backup',
    );
  }
  if (unfinished !== undefined) {
    const found = `${unfinished} was left by a command that was killed.`;
    return warning(found, 'give the command again: wardbox encryption enable, rotate or disable');
  }
  if (keyFile === undefined) return ok('The database is not encrypted, as configured.');
  const found = database === 'none' ? 'To be encrypted' : 'Encrypted';
  const how = `${found} with the key ${keyId}`;
  if (deviceOf(dirname(keyFile)) === deviceOf(config.data_dir)) {
    const remedy = 'keep the key on another disk or in the TPM, see docs/encryption.md';
    return warning(
      `${how}, which lies on the disk of the data: who has the one, has both.`,
      remedy,
    );
  }
  return ok(`${how}, which lies on another disk than the data.`);
};
