import { userInfo } from 'node:os';
import { type Environment, type LoadedConfig, loadConfig } from '../config/load.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { type AuditLog, createAuditLog } from '../security/audit-log.js';
import { createAuditRepository } from '../storage/audit-repository.js';
import { type Database, hasDatabase, openDatabase } from '../storage/open.js';
import type { Output } from './output.js';

/** What every command is given. */
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

export const EXIT = { ok: 0, failed: 1, usage: 2, notIntact: 3 } as const;

export function configFor(context: CommandContext, options: CommonOptions): LoadedConfig {
  const { environment } = context;
  return loadConfig({
    env: environment,
    ...(options.config !== undefined && { file: options.config }),
  });
}

/**
 * Opens the data folder for the length of one piece of work; a running daemon is not disturbed.
 *
 * @param make makes a folder that is not there; otherwise that is an error, because an empty answer
 * about a mistyped folder would look like good news
 */
export async function withDatabase<T>(
  context: CommandContext,
  options: CommonOptions,
  work: (database: Database) => T | Promise<T>,
  { make }: { make: boolean } = { make: false },
): Promise<T> {
  const dataDir = configFor(context, options).data_dir;
  if (!make && !hasDatabase(dataDir)) {
    throw new AppError('not_found', `There is no appliance's data in ${dataDir}.`);
  }
  const database = openDatabase(dataDir);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Records what an administrator did at the command line. */
export async function recordAdministration(
  context: CommandContext,
  database: Database,
  event: { action: string; target: string },
): Promise<void> {
  const audit: AuditLog = createAuditLog(createAuditRepository(database), context.clock);
  const id = context.environment.SUDO_USER ?? userInfo().username;
  await audit.append({ ...event, outcome: 'success', actor: { type: 'administrator', id } });
}
