import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { AppError, invalidField } from '../core/errors.js';
import { type DatabaseForm, formOf } from '../store/encryption/connect.js';
import { configuredKey, type EncryptionKey, readEncryptionKey } from '../store/encryption/key.js';
import { inspectDatabase } from '../store/inspect.js';
import { DATABASE_FILE } from '../store/open.js';
import { type CommandContext, type CommonOptions, configFor } from './context.js';
import { convert, forgetUnfinished } from './encryption/convert.js';
import { aboutNewKey, keyIn, keyLines } from './encryption/new-key.js';
import { showStatus } from './encryption/status.js';
import { json } from './output.js';

interface RotateOptions extends CommonOptions {
  readonly newKeyFile: string;
}

/** The result of a command. */
interface CommandResult {
  readonly changed: boolean;
  readonly key?: EncryptionKey | undefined;
  readonly text: readonly string[];
}

function setUpForm(dataDir: string): Exclude<DatabaseForm, 'none'> {
  const form = formOf(join(dataDir, DATABASE_FILE));
  if (form !== 'none') return form;
  throw new AppError('not_found', `There is no appliance's data in ${dataDir}.`);
}

function opens(dataDir: string, key: EncryptionKey): boolean {
  try {
    inspectDatabase(dataDir, key).close();
    return true;
  } catch {
    return false;
  }
}

async function enable(context: CommandContext, options: CommonOptions): Promise<CommandResult> {
  const { data_dir: dataDir, storage, source } = configFor(context, options);
  const { encryption_key_file: file } = storage;
  if (file === undefined) {
    const where = `set in ${source} where the key is or will be made`;
    throw invalidField('storage.encryption_key_file', `is not configured: ${where}`);
  }
  if (setUpForm(dataDir) === 'encrypted') {
    const key = readEncryptionKey(file);
    inspectDatabase(dataDir, key).close();
    forgetUnfinished(dataDir);
    return { changed: false, key, text: ['The database is encrypted already.', ...keyLines(key)] };
  }
  const key = keyIn(file);
  const event = { action: 'appliance.encrypt', target: `key:${key.id}` };
  await convert(context, { dataDir, key: undefined, nextKey: key, event });
  const old = 'Earlier backups are not encrypted; make a new one now, and delete those.';
  return { changed: true, key, text: ['The database is encrypted.', ...aboutNewKey(key), '', old] };
}

async function rotate(context: CommandContext, options: RotateOptions): Promise<CommandResult> {
  const { data_dir: dataDir, storage } = configFor(context, options);
  const form = setUpForm(dataDir);
  const key = configuredKey(storage);
  if (form === 'plain' || key === undefined) {
    const message = 'There is no key to replace: no encrypted database and key file.';
    throw new AppError('conflict', `${message} See wardbox encryption status.`);
  }
  const nextKey = keyIn(resolve(options.newKeyFile));
  if (nextKey.id === key.id) throw invalidField('new-key-file', 'must hold another key');
  const next = [
    ...aboutNewKey(nextKey),
    '',
    `Next: set storage.encryption_key_file to ${nextKey.file}.`,
    `Keep ${key.file} for the backups made with the key ${key.id}.`,
  ];
  if (opens(dataDir, nextKey)) {
    forgetUnfinished(dataDir);
    const text = ['The database is encrypted with the new key already.', ...next];
    return { changed: false, key: nextKey, text };
  }
  const event = { action: 'appliance.rekey', target: `key:${nextKey.id}` };
  await convert(context, { dataDir, key, nextKey, event });
  return {
    changed: true,
    key: nextKey,
    text: ['The database is encrypted with the new key.', ...next],
  };
}

async function disable(context: CommandContext, options: CommonOptions): Promise<CommandResult> {
  const { data_dir: dataDir, storage } = configFor(context, options);
  const next = 'Next: remove storage.encryption_key_file from the configuration.';
  if (setUpForm(dataDir) === 'plain') {
    forgetUnfinished(dataDir);
    return { changed: false, text: ['The database is not encrypted.', next] };
  }
  const key = configuredKey(storage);
  const event = { action: 'appliance.decrypt', ...(key && { target: `key:${key.id}` }) };
  await convert(context, { dataDir, key, nextKey: undefined, event });
  const keep = `Keep ${key?.file} for the backups made until now.`;
  return { changed: true, text: ['The database is not encrypted any more.', next, keep] };
}

function report(
  context: CommandContext,
  options: CommonOptions,
  { changed, key, text }: CommandResult,
) {
  const facts = { encrypted: key !== undefined, changed, key_file: key?.file, key_id: key?.id };
  context.output.out(options.json ? json(facts) : text.join('\n'));
}

type EncryptionAction<T> = (context: CommandContext, options: T) => Promise<CommandResult>;

const acting =
  <T extends CommonOptions>(context: CommandContext, act: EncryptionAction<T>) =>
  async (options: T) => {
    process.umask(0o077);
    report(context, options, await act(context, options));
  };

export function addEncryption(program: Command, context: CommandContext): void {
  const encryption = program
    .command('encryption')
    .description('encryption of the database and its backups');
  const add = (name: string, description: string) =>
    encryption
      .command(name)
      .description(description)
      .option('-c, --config <file>', 'configuration file')
      .option('--json', 'for machines');
  add('status', 'whether data and key match; exit status 3 when they do not').action(
    (options: CommonOptions) => showStatus(context, options),
  );
  add('enable', 'encrypt an unencrypted database; makes the configured key file').action(
    acting(context, enable),
  );
  add('rotate', 'encrypt the database with another key')
    .requiredOption('--new-key-file <file>', 'the other key; made if the file is missing')
    .action(acting(context, rotate));
  add('disable', 'decrypt the database permanently').action(acting(context, disable));
}
