import { existsSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { configSource, type LoadedConfig, loadConfig } from '../appliance/config/load.js';
import { type ConfigurationChoices, writeConfig } from '../appliance/config/write.js';
import type { AuditEvent } from '../audit/audit-log.js';
import { newestSignedRecord } from '../audit/checkpoint-file.js';
import { isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import {
  addUser,
  INVITATION_MS,
  type Invitation,
  invitationUrl,
  invite,
} from '../http/auth/accounts.js';
import { createApiKeys, type NewKey } from '../http/auth/api-keys.js';
import { prepareTls, tlsChoice } from '../http/tls/tls.js';
import { AccountWriter } from '../store/account-writer.js';
import { configuredKey, type EncryptionKey } from '../store/encryption/key.js';
import { createKeyRepository } from '../store/key-repository.js';
import { type Database, hasDatabase, openDatabase } from '../store/open.js';
import { createUserRepository } from '../store/user-repository.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  whichConfig,
} from './context.js';
import { aboutNewKey, keyIn } from './encryption/new-key.js';
import { modeOf } from './keys.js';
import { json } from './output.js';
import { urlsOf } from './urls.js';
import { aboutLinks } from './users.js';

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
  /** Absent where there are people, or none sign in here. */
  readonly administrator: { readonly userId: string; readonly invitation: Invitation } | undefined;
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

const FIRST_PERSON = {
  userName: 'administrator',
  displayName: 'Administrator',
  roles: ['administrator'],
  worlds: ['test', 'live'],
} as const;

/** The first person, who chooses a name and a password by a link; nobody where there are people. */
function firstAdministrator(database: Database, now: number) {
  const people = createUserRepository(database).list();
  const invited = people.find(({ hasPassword }) => !hasPassword);
  if (people.length > 1 || (people.length === 1 && invited === undefined)) return undefined;
  const expiresAt = now + INVITATION_MS;
  const added = invited === undefined ? addUser(FIRST_PERSON, now) : undefined;
  const userId = added?.user.userId ?? invited?.userId ?? '';
  const { invitation, writes } = invite(userId, { choosesName: true, expiresAt });
  return { userId, invitation, writes: [...(added?.writes ?? []), ...writes] };
}

/** The first key, the first person and the audit record in one commit. */
function makeFirst(
  context: CommandContext,
  database: Database,
  wanted: { readonly key: NewKey | undefined; readonly person: boolean },
) {
  const { clock } = context;
  const keys = createApiKeys(createKeyRepository(database), clock);
  const accounts = new AccountWriter(database);
  const work = () => {
    const key = wanted.key && keys.create(wanted.key);
    const person = wanted.person ? firstAdministrator(database, clock()) : undefined;
    for (const write of person?.writes ?? []) accounts.carryOut(write);
    const made: AuditEvent = {
      action: INIT,
      outcome: 'success',
      actor: administrator(context),
      ...(key && { target: key.record.keyId }),
      ...(person && { result_id: person.userId }),
    };
    return { value: { key, person }, records: [made] };
  };
  return commitQueue(context, database).run(work, { wait: 'synced' });
}

/** Data folder, certificate, first key and first person. Run again after a crash, it continues where it was. */
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
    const { key, person } = await makeFirst(context, database, {
      key: first,
      person: config.sign_in.local,
    });
    return {
      first: key && { keyId: key.record.keyId, key: key.key },
      administrator: person && { userId: person.userId, invitation: person.invitation },
      caFile: tls?.caFile,
      encryptionKey,
    };
  } finally {
    database.close();
  }
}

/** The link of the first person, under each address. */
const linksFor = (config: LoadedConfig, invitation: Invitation) =>
  urlsOf(config).map((url) => invitationUrl(url, invitation));

function aboutAdministrator(config: LoadedConfig, { administrator: made }: SetUp): string[] {
  if (made === undefined) return [];
  const links = linksFor(config, made.invitation);
  return [
    '',
    'The first administrator chooses a name and a password, once the daemon runs, at',
    '',
    ...aboutLinks(links, isoTime(made.invitation.expiresAt)),
  ];
}

function report(config: LoadedConfig, made: SetUp): string {
  const { first, caFile, encryptionKey } = made;
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
    ...aboutAdministrator(config, made),
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
    const person = made.administrator && {
      user_id: made.administrator.userId,
      links: linksFor(config, made.administrator.invitation),
      expires_at: isoTime(made.administrator.invitation.expiresAt),
    };
    output.out(json({ ...facts, encryption, administrator: person }));
  } catch (error) {
    if (isNew) rmSync(file, { force: true });
    throw error;
  }
}

const collect = (value: string, before: readonly string[]) => [...before, value];

export function addInit(program: Command, context: CommandContext): void {
  program
    .command('init')
    .description(
      'set up a new appliance: configuration, data, certificate, first key, first person',
    )
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
