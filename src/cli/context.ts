import { userInfo } from 'node:os';
import { type Environment, type LoadedConfig, loadConfig } from '../appliance/config/load.js';
import { type Actor, type AuditEvent, createAuditWriter } from '../audit/audit-log.js';
import { newestSignedRecord } from '../audit/checkpoint-file.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { createAuditRepository } from '../store/audit-repository.js';
import { type CommitQueue, createCommitQueue } from '../store/commit-queue.js';
import { configuredKey, type EncryptionKey } from '../store/encryption/key.js';
import { type Inspection, inspectDatabase } from '../store/inspect.js';
import { type Database, hasDatabase, openDatabase } from '../store/open.js';
import type { Output } from './output.js';

/** The context of every command. */
export interface CommandContext {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly output: Output;
  /** Set to end with another exit status than 0. */
  exitCode: number;
}

/** Options that every command takes. */
export interface CommonOptions {
  readonly config?: string;
  readonly json?: true;
}

export const EXIT = { ok: 0, failed: 1, usage: 2, notIntact: 3, refused: 4 } as const;

/** The arguments of `loadConfig` and `configSource`. */
export function whichConfig(context: CommandContext, { config }: CommonOptions) {
  return { env: context.environment, ...(config !== undefined && { file: config }) };
}

export function configFor(context: CommandContext, options: CommonOptions): LoadedConfig {
  return loadConfig(whichConfig(context, options));
}

/**
 * Opens the data folder for one command; a running daemon is not disturbed.
 *
 * @param make creates a missing folder; otherwise a missing folder is an error, because an empty answer
 * about a mistyped folder would look like good news
 */
export async function withDatabase<T>(
  context: CommandContext,
  options: CommonOptions,
  work: (database: Database) => T | Promise<T>,
  { make }: { make: boolean } = { make: false },
): Promise<T> {
  const { data_dir: dataDir, storage } = configFor(context, options);
  if (!make && !hasDatabase(dataDir)) {
    throw new AppError('not_found', `There is no appliance's data in ${dataDir}.`);
  }
  const database = openDatabase(dataDir, configuredKey(storage), newestSignedRecord(dataDir));
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * The same for work that only reads, through a read-only connection: files left by a crash remain
 * unchanged, damaged or not. Only tables of an older version are migrated first.
 */
export async function withDatabaseToRead<T>(
  context: CommandContext,
  options: CommonOptions,
  work: (database: Database) => T | Promise<T>,
): Promise<T> {
  const { data_dir: dataDir, storage } = configFor(context, options);
  const inspection = tryInspect(dataDir, configuredKey(storage));
  try {
    if (inspection !== undefined && inspection.schema === inspection.knownSchema)
      return await work(inspection.database);
  } finally {
    inspection?.close();
  }
  return withDatabase(context, options, work);
}

/** Returns undefined where the file cannot be read: opening it properly reports the reason. */
function tryInspect(dataDir: string, key: EncryptionKey | undefined): Inspection | undefined {
  try {
    return inspectDatabase(dataDir, key);
  } catch {
    return undefined;
  }
}

/** The user at the command line, for the audit log. */
export function administrator({ environment }: CommandContext): Actor {
  return { type: 'administrator', id: environment.SUDO_USER ?? userInfo().username };
}

/** The commit queue of this process, which commits each change with its audit records. */
export function commitQueue(
  { clock }: CommandContext,
  database: Database,
): CommitQueue<AuditEvent> {
  return createCommitQueue(database, createAuditWriter(createAuditRepository(database), clock));
}

/** Records what an administrator did at the command line. */
export async function recordAdministration(
  context: CommandContext,
  database: Database,
  event: Omit<AuditEvent, 'outcome' | 'actor'>,
): Promise<void> {
  const record = { ...event, outcome: 'success', actor: administrator(context) } as const;
  await commitQueue(context, database).record([record], 'synced');
}
