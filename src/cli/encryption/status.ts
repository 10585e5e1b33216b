import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../../config/load.js';
import { messageOf } from '../../core/errors.js';
import { type DatabaseForm, formOf } from '../../store/encryption/connect.js';
import { configuredKey } from '../../store/encryption/key.js';
import { inspectDatabase } from '../../store/inspect.js';
import { DATABASE_FILE } from '../../store/open.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from '../context.js';
import { json } from '../output.js';
import { UNFINISHED } from './convert.js';

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

const FORMS: Readonly<Record<DatabaseForm, string>> = {
  none: 'not there yet',
  plain: 'not encrypted',
  encrypted: 'encrypted',
};

function report(dataDir: string, state: EncryptionState): string {
  const { database, keyFile, keyId, fault, unfinished } = state;
  return [
    `Data             ${dataDir}`,
    `Database         ${FORMS[database]}`,
    `Key file         ${keyFile ?? 'none is configured'}`,
    ...(keyId === undefined ? [] : [`Key              ${keyId}`]),
    ...(fault === undefined ? [] : [`FAULT            ${fault}`]),
    ...(unfinished === undefined
      ? []
      : [`UNFINISHED       ${unfinished}: run the command that was killed again`]),
  ].join('\n');
}

/** `wardbox encryption status`: exit status 3 where database and configuration do not match. */
export function showStatus(context: CommandContext, options: CommonOptions): void {
  const config = configFor(context, options);
  const state = encryptionState(config);
  if (state.fault !== undefined) context.exitCode = EXIT.notIntact;
  const { database, keyFile: key_file, keyId: key_id, fault, unfinished } = state;
  const facts = { data_dir: config.data_dir, database, key_file, key_id, fault, unfinished };
  context.output.out(options.json ? json(facts) : report(config.data_dir, state));
}
