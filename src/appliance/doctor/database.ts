import { accessSync, constants, existsSync } from 'node:fs';
import { hasDatabase } from '../../store/open.js';
import { type Check, type CheckResult, failed, ok, warning } from './check.js';

const RESTORE = 'stop the daemon, keep a copy of the data folder, restore the last backup';

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unreadable(dataDir: string, reason: string): CheckResult {
  if (!existsSync(dataDir)) {
    return failed(`There is no data in ${dataDir}.`, 'set the appliance up: wardbox init');
  }
  if (mayEnter(dataDir) && !hasDatabase(dataDir)) {
    return failed(
      `There is no database in ${dataDir}.`,
      'wardbox init, or restore the last backup',
    );
  }
  const remedy = mayEnter(dataDir) ? RESTORE : 'run as the user of the daemon, or as root';
  return failed(`Cannot be read: ${reason}.`, remedy);
}

/** Checks every page, index and reference of the database, and its schema version. */
export const checkDatabase: Check = ({ config, database }) => {
  if ('reason' in database) {
    return unreadable(config.data_dir, database.reason);
  }
  const { schema, knownSchema } = database;
  if (schema > knownSchema) {
    const message = `Made by a newer version (schema ${schema}, this program knows ${knownSchema}).`;
    return failed(message, 'install the newer version again');
  }
  const damage = database.damage();
  if (damage.length > 0) return failed(`Damaged: ${damage.join('; ')}.`, RESTORE);
  if (schema < knownSchema) {
    const message = `Intact, and of an older version (schema ${schema} of ${knownSchema}).`;
    return warning(message, 'the next start migrates it; make a backup before');
  }
  return ok('Intact: integrity and references checked.');
};
