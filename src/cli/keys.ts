import type { Command } from 'commander';
import type { AuditEvent } from '../audit/audit-log.js';
import { isoTime } from '../core/clock.js';
import { invalidField } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import { type ApiKeys, createApiKeys, type NewKey } from '../http/auth/api-keys.js';
import { describeKey, keyState } from '../http/auth/describe-key.js';
import { createKeyRepository, type KeyRecord } from '../store/key-repository.js';
import type { Database } from '../store/open.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  withDatabase,
} from './context.js';
import { json, table } from './output.js';

const HOUR_MS = 3_600_000;
const UNIT_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS } as const;

interface RotateOptions extends CommonOptions {
  readonly grace: string;
  readonly expires?: string;
}

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly mode: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly rate?: string;
}

/** `90d` → milliseconds */
function duration(field: string, text: string): number {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (amount === undefined) throw invalidField(field, 'must be like 12h, 90d or 4w');
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** `600/min` or `600` → 600 */
function rate(text: string): number {
  const [, amount] = /^(\d{1,7})(?:\/min)?$/.exec(text) ?? [];
  if (amount === undefined) throw invalidField('rate', 'must be like 600/min');
  return Number(amount);
}

export function modeOf(text: string): KeyMode {
  if (text === 'test' || text === 'live') return text;
  throw invalidField('mode', 'must be test or live');
}

const time = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

const keysOf = (context: CommandContext, database: Database): ApiKeys =>
  createApiKeys(createKeyRepository(database), context.clock);

/** The change and its audit record in one commit: no crash leaves one without the other. */
function changeKeys<T>(
  context: CommandContext,
  database: Database,
  work: (keys: ApiKeys) => { value: T; event: Pick<AuditEvent, 'action' | 'target' | 'result_id'> },
): Promise<T> {
  const keys = keysOf(context, database);
  const actor = administrator(context);
  const committed = () => {
    const { value, event } = work(keys);
    return { value, records: [{ ...event, outcome: 'success', actor } as const] };
  };
  return commitQueue(context, database).run(committed, { wait: 'synced' });
}

const once = (keyId: string) =>
  `This is the only time that the key of ${keyId} is shown; store it now.`;

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { output, clock } = context;
  const work = async (database: Database) => {
    const request: NewKey = {
      name: options.name,
      mode: modeOf(options.mode),
      ...(options.scopes !== undefined && { scopes: options.scopes.split(',') }),
      ...(options.rate !== undefined && { ratePerMinute: rate(options.rate) }),
      ...(options.expires !== undefined && {
        expiresAt: clock() + duration('expires', options.expires),
      }),
    };
    const { record, key } = await changeKeys(context, database, (keys) => {
      const value = keys.create(request);
      return { value, event: { action: 'keys.create', target: value.record.keyId } };
    });
    if (options.json) return output.out(json({ ...describeKey(record), key }));
    output.out(`${key}\n`);
    output.out(once(record.keyId));
  };
  await withDatabase(context, options, work, { make: true });
}

async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output, clock } = context;
  await withDatabase(context, options, (database) => {
    const records = keysOf(context, database).list();
    if (options.json) return output.out(json(records.map(describeKey)));
    const head = ['KEY', 'NAME', 'MODE', 'STATE', 'SCOPES', 'EXPIRES', 'LAST USED', 'FOLLOWS'];
    const rows = records.map((record) => [
      record.keyId,
      record.name,
      record.mode,
      keyState(record, clock()),
      record.scopes.join(','),
      time(record.expiresAt),
      time(record.lastUsedAt),
      record.rotatedFrom,
    ]);
    output.out(rows.length === 0 ? 'There is no key yet: wardbox keys create' : table(head, rows));
  });
}

function describedEnd({ keyId, expiresAt }: KeyRecord, now: number): string {
  if (expiresAt === null || expiresAt <= now) return `${keyId} has expired.`;
  return `${keyId} stays valid until ${isoTime(expiresAt)}.`;
}

async function rotate(context: CommandContext, keyId: string, options: RotateOptions) {
  const { output, clock } = context;
  const { grace, expires } = options;
  const rotation = {
    graceMs: grace === '0' ? 0 : duration('grace', grace),
    ...(expires !== undefined && { expiresAt: clock() + duration('expires', expires) }),
  };
  await withDatabase(context, options, async (database) => {
    const { record, old, key } = await changeKeys(context, database, (keys) => {
      const value = keys.rotate(keyId, rotation);
      const event = { action: 'keys.rotate', target: keyId, result_id: value.record.keyId };
      return { value, event };
    });
    if (options.json)
      return output.out(json({ ...describeKey(record), key, old: describeKey(old) }));
    output.out(`${key}\n`);
    output.out(`${once(record.keyId)} ${describedEnd(old, clock())}`);
  });
}

async function revoke(context: CommandContext, keyId: string, options: CommonOptions) {
  await withDatabase(context, options, async (database) => {
    await changeKeys(context, database, (keys) => ({
      value: keys.revoke(keyId),
      event: { action: 'keys.revoke', target: keyId },
    }));
    const { output } = context;
    output.out(options.json ? json({ key_id: keyId, revoked: true }) : `${keyId} is revoked.`);
  });
}

export function addKeys(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('API keys of the clients');
  keys
    .command('create')
    .description('make a key and show it, once')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--mode <mode>', 'test or live; each sees only its own data')
    .option('--scopes <list>', 'comma-separated (default: all)')
    .option('--expires <time>', 'like 12h, 90d or 4w (default: never)')
    .option('--rate <limit>', 'requests per minute, like 600/min')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CreateOptions) => create(context, options));
  keys
    .command('list')
    .description('all keys, without the keys themselves')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => list(context, options));
  keys
    .command('rotate <key_id>')
    .description('replace a key by a new one like it; the old one expires after a grace period')
    .option(
      '--grace <time>',
      'how long the old key stays valid, like 12h or 7d; 0: not at all',
      '24h',
    )
    .option('--expires <time>', 'of the new key (default: the lifetime of the old one)')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((keyId: string, options: RotateOptions) => rotate(context, keyId, options));
  keys
    .command('revoke <key_id>')
    .description('make a key invalid at once')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((keyId: string, options: CommonOptions) => revoke(context, keyId, options));
}
