import { existsSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { newestSignedRecord } from '../audit/checkpoint-file.js';
import { configSource, type LoadedConfig, loadConfig } from '../config/load.js';
import { type ConfigurationChoices, writeConfig } from '../config/write.js';
import { AppError, invalidField } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import { createApiKeys, type NewKey } from '../http/auth/api-keys.js';
import { prepareTls, tlsChoice } from '../http/tls/tls.js';
import { configuredKey, type EncryptionKey } from '../store/encryption/key.js';
import { createKeyRepository } from '../store/key-repository.js';
import { type Database, hasDatabase, openDatabase } from '../store/open.js';
import {
  type CommandContext,
  type CommonOptions,
  recordAdministration,
  whichConfig,
} from './context.js';
import { aboutNewKey, keyIn } from './encryption/new-key.js';
import { changeKeys, modeOf } from './keys.js';
import { json } from './output.js';
import { urlsOf } from './urls.js';

interface InitOptions extends CommonOptions {
  readonly dataDir?: string;
  readonly host?: string;
  readonly port?: string;
  readonly tlsName: readonly string[];
  /** False with `--no-key`. */
  readonly key: boolean;
  readonly keyName: string;
  readonly mode: string;
  readonly encrypt?: true;
}

interface SetUp {
  /** Absent with `--no-key`. */
  readonly first: { readonly keyId: string; readonly key: string } | undefined;
  readonly caFile: string | undefined;
  /** The key that encrypts the data. */
  readonly encryptionKey: EncryptionKey | undefined;
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw invalidField('port', 'must be a number from 0 to 65535');
}

/** Path of the new encryption key: next to the configuration. */
const KEY_FILE = 'encryption.key';

function wishesOf({ dataDir, host, port, tlsName, encrypt }: InitOptions): ConfigurationChoices {
  return {
    ...(dataDir !== undefined && { dataDir }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: portOf(port) }),
    ...(tlsName.length > 0 && { names: tlsName }),
    ...(encrypt && { encryptionKeyFile: KEY_FILE }),
  };
}

/** A key is made only for data that do not exist yet, never for those whose key is missing. */
function encryptionKeyFor({ data_dir, storage }: LoadedConfig): EncryptionKey | undefined {
  const { encryption_key_file: file } = storage;
  return file === undefined || hasDatabase(data_dir) ? configuredKey(storage) : keyIn(file);
}

const INIT = 'appliance.init';

/** The key and its audit record in one commit. */
const firstKey = (context: CommandContext, database: Database, wanted: NewKey) =>
  changeKeys(context, database, (keys) => {
    const value = keys.create(wanted);
    return { value, event: { action: INIT, target: value.record.keyId } };
  });

/** Data folder, certificate and first key. Run again after a crash, it continues where it was. */
async function setUp(
  context: CommandContext,
  config: LoadedConfig,
  first: { name: string; mode: KeyMode } | undefined,
): Promise<SetUp> {
  const { clock } = context;
  const encryptionKey = encryptionKeyFor(config);
  const database = openDatabase(
    config.data_dir,
    encryptionKey,
    newestSignedRecord(config.data_dir),
  );
  try {
    const keys = createApiKeys(createKeyRepository(database), clock);
    if (keys.list().length > 0) {
      const message = `${config.data_dir} is set up already; for another key: wardbox keys create.`;
      throw new AppError('conflict', message);
    }
    const tls = await prepareTls(tlsChoice(config.server.tls), config.data_dir, clock());
    const made = first && (await firstKey(context, database, first));
    if (made === undefined) await recordAdministration(context, database, { action: INIT });
    return {
      first: made && { keyId: made.record.keyId, key: made.key },
      caFile: tls?.caFile,
      encryptionKey,
    };
  } finally {
    database.close();
  }
}

function report(config: LoadedConfig, { first, caFile, encryptionKey }: SetUp): string {
  const trust = caFile === undefined ? [] : [`Clients trust    ${caFile}`];
  return [
    `Configuration    ${config.source}`,
    `Data             ${config.data_dir}`,
    ...trust,
    `Address          ${urlsOf(config).join(' ')}`,
    ...(encryptionKey === undefined ? [] : [...aboutNewKey(encryptionKey), '']),
    ...(first === undefined
      ? ['', 'No key was made: wardbox keys create. Next: wardbox serve']
      : [
          `Key ${first.keyId}`,
          '',
          `  ${first.key}`,
          '',
          'This is the only time that the key is shown; store it now. Next: wardbox serve',
        ]),
  ].join('\n');
}

async function init(context: CommandContext, options: InitOptions): Promise<void> {
  // Keys and certificates: every file is readable by its owner only.
  process.umask(0o077);
  const mode = modeOf(options.mode);
  const which = whichConfig(context, options);
  const file = configSource(which);
  const wishes = wishesOf(options);
  const isNew = !existsSync(file);
  if (isNew || Object.keys(wishes).length > 0) writeConfig(file, wishes);
  try {
    const config = loadConfig(which);
    const made = await setUp(
      context,
      config,
      options.key ? { name: options.keyName, mode } : undefined,
    );
    const { output } = context;
    if (!options.json) return output.out(report(config, made));
    const { first, caFile: ca_file, encryptionKey } = made;
    const { keyId: key_id, key } = first ?? {};
    const { source, data_dir } = config;
    const encryption = encryptionKey && { key_file: encryptionKey.file, key_id: encryptionKey.id };
    const facts = { config: source, data_dir, ca_file, urls: urlsOf(config), key_id, key };
    output.out(json({ ...facts, encryption }));
  } catch (error) {
    if (isNew) rmSync(file, { force: true });
    throw error;
  }
}

const collect = (value: string, before: readonly string[]) => [...before, value];

export function addInit(program: Command, context: CommandContext): void {
  program
    .command('init')
    .description('set up a new appliance: configuration, data folder, certificate, first key')
    .option('-c, --config <file>', 'configuration file; written if it is missing')
    .option('--data-dir <folder>', 'folder for data, keys and certificates')
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all')
    .option('--port <number>', 'port to listen on')
    .option('--tls-name <name>', 'a further name for the certificate; may be repeated', collect, [])
    .option('--no-key', 'do not make a first key, which would be shown here')
    .option('--encrypt', 'encrypt the data with a new key, made next to the configuration')
    .option('--key-name <name>', 'what the first key is for', 'first key')
    .option('--mode <mode>', 'of the first key: test or live', 'live')
    .option('--json', 'for machines')
    .action((options: InitOptions) => init(context, options));
}
