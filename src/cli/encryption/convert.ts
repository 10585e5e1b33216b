import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UNFINISHED } from '../../appliance/doctor/encryption-state.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { newestSignedRecord } from '../../audit/checkpoint-file.js';
import { AppError } from '../../core/errors.js';
import { inspectDatabase } from '../../store/backup/snapshot.js';
import { eraseFolder } from '../../store/encryption/erase.js';
import { holdDatabase } from '../../store/encryption/held-database.js';
import type { EncryptionKey } from '../../store/encryption/key.js';
import { DATABASE_FILE, lockDataFolder, openDatabase } from '../../store/open.js';
import { auditState } from '../backup/trial.js';
import { type CommandContext, recordAdministration } from '../context.js';
import { createProgress, type Progress } from '../progress.js';

export interface Conversion {
  readonly dataDir: string;
  /** The current key of the database and its next one; undefined where it is not encrypted. */
  readonly key: EncryptionKey | undefined;
  readonly nextKey: EncryptionKey | undefined;
  readonly event: Pick<AuditEvent, 'action' | 'target'>;
}

/** Checks rows, tables, audit chain and checkpoints; throws at the first contradiction. */
const factsOf = (path: string, dataDir: string, key: EncryptionKey | undefined) =>
  inspectDatabase(path, (database) => auditState(database, dataDir), key);

/** Records the conversion in the new database, before that gets its final name. */
async function record(context: CommandContext, folder: string, { nextKey, event }: Conversion) {
  const database = openDatabase(folder, nextKey);
  try {
    await recordAdministration(context, database, event);
    // Only the database file is moved, so the WAL must be empty.
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
  // What a crash has left in the WAL is checkpointed first.
  openDatabase(dataDir, key, newestSignedRecord(dataDir)).close();
  const facts = factsOf(path, dataDir, key);
  const held = holdDatabase({ path, key, nextKey, door: join(scratch, 'door') });
  try {
    progress.show('writing the new database');
    held.writeTo(next);
    progress.show('checking the new database');
    if (!isDeepStrictEqual(factsOf(next, dataDir, nextKey), facts)) {
      const message = 'The new database differs from the old one, which is left unchanged.';
      throw new AppError('conflict', message);
    }
    await record(context, scratch, conversion);
    progress.show('overwriting the old database');
    held.giveWayTo(next);
  } finally {
    held.close();
  }
}

/** Deletes what a killed command has left after the new database was in place. */
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
 * Encrypts a database with another key, for the first time, or decrypts it: a new file is written,
 * checked completely and renamed over the old one in one step. If the process is killed at any
 * moment, either the old or the new one exists.
 *
 * @throws AppError `conflict` where a daemon runs or another process has the database open
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
