import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../core/errors.js';
import type { AuditEvent } from '../../security/audit-log.js';
import { newestSignedRecord } from '../../security/checkpoint-file.js';
import { inspectDatabase } from '../../storage/backup/snapshot.js';
import { eraseFolder } from '../../storage/encryption/erase.js';
import { holdDatabase } from '../../storage/encryption/held-database.js';
import type { EncryptionKey } from '../../storage/encryption/key.js';
import { DATABASE_FILE, lockDataFolder, openDatabase } from '../../storage/open.js';
import { auditState } from '../backup/trial.js';
import { type CommandContext, recordAdministration } from '../context.js';
import { createProgress, type Progress } from '../progress.js';

/** Where the new database is written; found without a command running, one was killed. */
export const UNFINISHED = '.encrypting';

export interface Conversion {
  readonly dataDir: string;
  /** What the database is encrypted with, and what it is to be; absent for neither. */
  readonly key: EncryptionKey | undefined;
  readonly nextKey: EncryptionKey | undefined;
  readonly event: Pick<AuditEvent, 'action' | 'target'>;
}

/** Rows, tables, audit chain and checkpoints; whatever does not hold together is thrown. */
const factsOf = (path: string, dataDir: string, key: EncryptionKey | undefined) =>
  inspectDatabase(path, (database) => auditState(database, dataDir), key);

/** The new database tells how it came to be, before it has its name. */
async function record(context: CommandContext, folder: string, { nextKey, event }: Conversion) {
  const database = openDatabase(folder, nextKey);
  try {
    await recordAdministration(context, database, event);
    // The file alone is moved.
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
}

async function work(
  context: CommandContext,
  conversion: Conversion,
  { scratch, progress }: { scratch: string; progress: Progress },
): Promise<void> {
  const { dataDir, key, nextKey } = conversion;
  const path = join(dataDir, DATABASE_FILE);
  const next = join(scratch, DATABASE_FILE);
  progress.show('checking the database');
  // What a crash has left in the log comes to its place first.
  openDatabase(dataDir, key, newestSignedRecord(dataDir)).close();
  const facts = factsOf(path, dataDir, key);
  const held = holdDatabase({ path, key, nextKey, door: join(scratch, 'door') });
  try {
    progress.show('writing the new database');
    held.writeTo(next);
    progress.show('checking the new database');
    if (!isDeepStrictEqual(factsOf(next, dataDir, nextKey), facts)) {
      const message = 'The new database is not what the old one was, which stays as it is.';
      throw new AppError('conflict', message);
    }
    await record(context, scratch, conversion);
    progress.show('overwriting the old database');
    held.giveWayTo(next);
  } finally {
    held.close();
  }
}

/** Takes away what a command has left that was killed when the new database was in its place. */
export function forgetUnfinished(dataDir: string): void {
  const scratch = join(dataDir, UNFINISHED);
  if (!existsSync(scratch)) return;
  const lock = lockDataFolder(dataDir);
  try {
    eraseFolder(scratch);
  } finally {
    lock.release();
  }
}

/**
 * Encrypts a database with another key, or no longer, or for the first time: a new file is written,
 * checked whole and put in the place of the old one in one step. Whenever it is killed, the old or
 * the new one is there.
 *
 * @throws AppError `conflict` where a daemon runs or somebody has the database open
 */
export async function convert(context: CommandContext, conversion: Conversion): Promise<void> {
  const { dataDir } = conversion;
  const lock = lockDataFolder(dataDir);
  const scratch = join(dataDir, UNFINISHED);
  const progress = createProgress();
  try {
    eraseFolder(scratch);
    mkdirSync(scratch, { mode: 0o700 });
    await work(context, conversion, { scratch, progress });
  } finally {
    progress.clear();
    eraseFolder(scratch);
    lock.release();
  }
}
