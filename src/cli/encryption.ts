import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { AppError, invalidField } from '../core/errors.js';
import { type DatabaseForm, formOf } from '../storage/encryption/connect.js';
import { configuredKey, type EncryptionKey, readEncryptionKey } from '../storage/encryption/key.js';
import { inspectDatabase } from '../storage/inspect.js';
import { DATABASE_FILE } from '../storage/open.js';
import { type CommandContext, type CommonOptions, configFor } from './context.js';
import { convert, forgetUnfinished } from './encryption/convert.js';
import { aboutNewKey, keyIn, keyLines } from './encryption/new-key.js';
import { showStatus } from './encryption/status.js';
import { json } from './output.js';

interface RotateOptions extends CommonOptions {
  readonly newKeyFile: string;
}

/** What a command has come to. */
interface Done {
  readonly changed: boolean;
  readonly key?: EncryptionKey | undefined;
  readonly said: readonly string[];
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

async function enable(context: CommandContext, options: CommonOptions): Promise<Done> {
  const { data_dir: dataDir, storage, source } = configFor(context, options);
  const { encryption_key_file: file } = storage;
  if (file === undefined) {
    const where = `say in ${source} where the key is or shall be made`;
    throw invalidField('storage.encryption_key_file', `is not configured: ${where}`);
  }
  if (setUpForm(dataDir) === 'encrypted') {
    const key = readEncryptionKey(file);
    inspectDatabase(dataDir, key).close();
    forgetUnfinished(dataDir);
    return { changed: false, key, said: ['The database is encrypted already.', ...keyLines(key)] };
  }
  const key = keyIn(file);
  const event = { action: 'appliance.encrypt', target: `key:${key.id}` };
  await convert(context, { dataDir, key: undefined, nextKey: key, event });
  const old = 'Backups that were made before are not encrypted; make one now, and remove those.';
  return { changed: true, key, said: ['The database is encrypted.', ...aboutNewKey(key), '', old] };
}

async function rotate(context: CommandContext, options: RotateOptions): Promise<Done> {
  const { data_dir: dataDir, storage } = configFor(context, options);
  const form = setUpForm(dataDir);
  const key = configuredKey(storage);
  if (form === 'plain' || key === undefined) {
    const message = 'There is no key to be replaced: no encrypted database and key file.';
    throw new AppError('conflict', `${message} See wardbox encryption status.`);
  }
  const nextKey = keyIn(resolve(options.newKeyFile));
  if (nextKey.id === key.id) throw invalidField('new-key-file', 'must hold another key');
  const next = [
    ...aboutNewKey(nextKey),
    '',
    `Next: set storage.encryption_key_file to ${nextKey.file}.`,
    `Keep ${key.file} for the backups that were made with the key ${key.id}.`,
  ];
  if (opens(dataDir, nextKey)) {
    forgetUnfinished(dataDir);
    const said = ['The database is encrypted with the new key already.', ...next];
    return { changed: false, key: nextKey, said };
  }
  const event = { action: 'appliance.rekey', target: `key:${nextKey.id}` };
  await convert(context, { dataDir, key, nextKey, event });
  return {
    changed: true,
    key: nextKey,
    said: ['The database is encrypted with the new key.', ...next],
  };
}

async function disable(context: CommandContext, options: CommonOptions): Promise<Done> {
  const { data_dir: dataDir, storage } = configFor(context, options);
  const next = 'Next: take storage.encryption_key_file out of the configuration.';
  if (setUpForm(dataDir) === 'plain') {
    forgetUnfinished(dataDir);
    return { changed: false, said: ['The database is not encrypted.', next] };
  }
  const key = configuredKey(storage);
  const event = { action: 'appliance.decrypt', ...(key && { target: `key:${key.id}` }) };
  await convert(context, { dataDir, key, nextKey: undefined, event });
  const keep = `Keep ${key?.file} for the backups that were made until now.`;
  return { changed: true, said: ['The database is not encrypted any more.', next, keep] };
}

function told(context: CommandContext, options: CommonOptions, { changed, key, said }: Done) {
  const facts = { encrypted: key !== undefined, changed, key_file: key?.file, key_id: key?.id };
  context.output.out(options.json ? json(facts) : said.join('\n'));
}

type Act<T> = (context: CommandContext, options: T) => Promise<Done>;

const acting =
  <T extends CommonOptions>(context: CommandContext, act: Act<T>) =>
  async (options: T) => {
    process.umask(0o077);
    told(context, options, await act(context, options));
  };

export function addEncryption(program: Command, context: CommandContext): void {
  const encryption = program.command('encryption').description('of the database and its backups');
  const add = (name: string, description: string) =>
    encryption
      .command(name)
      .description(description)
      .option('-c, --config <file>', 'configuration file')
      .option('--json', 'for machines');
  add('status', 'whether data and key fit; exit status 3 when they do not').action(
    (options: CommonOptions) => showStatus(context, options),
  );
  add('enable', 'encrypt a database that is not; makes the key file that is configured').action(
    acting(context, enable),
  );
  add('rotate', 'encrypt it with another key')
    .requiredOption('--new-key-file <file>', 'the other key; made where it is missing')
    .action(acting(context, rotate));
  add('disable', 'decrypt it for good').action(acting(context, disable));
}
