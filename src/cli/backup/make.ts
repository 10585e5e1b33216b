import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../../appliance/config/load.js';
import { isoTime } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';
import { VERSION } from '../../core/version.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import { digestOf, openArchive, writeArchive } from '../../store/backup/archive.js';
import { DATABASE_PART, FORMATS, type Manifest } from '../../store/backup/schema.js';
import { copyDatabase, inspectDatabase } from '../../store/backup/snapshot.js';
import { CIPHER_NAME } from '../../store/encryption/connect.js';
import { configuredKey, type EncryptionKey } from '../../store/encryption/key.js';
import { sealPart } from '../../store/encryption/sealed-part.js';
import { createJobRepository } from '../../store/job-repository.js';
import type { Database } from '../../store/open.js';
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  EXIT,
  recordAdministration,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';
import { createProgress, type Progress } from '../progress.js';
import { type BackupSummary, described, report } from './describe.js';
import { elsewhere, gatherFiles, gatherRequests, gatherSegments } from './gather.js';
import { withScratch } from './scratch.js';
import { auditState, unpack } from './trial.js';

export interface BackupOptions extends CommonOptions {
  readonly out: string;
  readonly keep?: string;
}

const MAX_KEPT = 1_000;
const OWN_NAME = /^wardbox-\d{8}T\d{6}Z\.wbk$/;

/** `wardbox-20260314T120000Z.wbk`: the order of the names is the order of their times. */
const nameAt = (time: number) =>
  `wardbox-${isoTime(time)
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')}.wbk`;

function targetOf(out: string, time: number): string {
  const path = resolve(out);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? join(path, nameAt(time)) : path;
}

function refuseThere(path: string): void {
  if (!existsSync(path)) return;
  throw new AppError('conflict', `${path} already exists; a backup overwrites nothing.`);
}

function keepOf({ keep, out }: BackupOptions): number | undefined {
  if (keep === undefined) return undefined;
  const count = Number(keep);
  if (!Number.isInteger(count) || count < 1 || count > MAX_KEPT) {
    throw invalidField('keep', `must be a whole number from 1 to ${MAX_KEPT}`);
  }
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) return count;
  throw invalidField('keep', 'needs a folder for --out');
}

/** Deletes the oldest backups whose names this program has made. */
function forgetOld(made: string, keep: number | undefined): string[] {
  if (keep === undefined) return [];
  const others = readdirSync(dirname(made))
    .filter((name) => OWN_NAME.test(name) && name !== basename(made))
    .sort();
  const old = others.slice(0, Math.max(others.length - (keep - 1), 0));
  for (const name of old) rmSync(join(dirname(made), name));
  return old;
}

interface Work {
  readonly context: CommandContext;
  readonly config: LoadedConfig;
  /** The key of the database, hence of its backup. */
  readonly key: EncryptionKey | undefined;
  readonly database: Database;
  readonly scratch: string;
  readonly progress: Progress;
}

/** Describes the encryption of a backup, or its absence. */
function formOf(key: EncryptionKey | undefined): Pick<Manifest, 'format' | 'encryption'> {
  if (key === undefined) return { format: FORMATS.plain };
  return { format: FORMATS.encrypted, encryption: { cipher: CIPHER_NAME, key_id: key.id } };
}

async function describeParts(names: readonly string[], folder: string): Promise<Manifest['parts']> {
  const parts: Manifest['parts'] = [];
  for (const name of names) parts.push({ name, ...(await digestOf(join(folder, name))) });
  return parts;
}

/** Copies all parts into a folder and describes them. */
async function collect(work: Work, folder: string): Promise<Manifest> {
  const { context, config, key, progress } = work;
  mkdirSync(folder, { mode: 0o700 });
  const copy = join(folder, DATABASE_PART);
  let names: readonly string[] = [];
  let made_at = '';
  await copyDatabase(work.database, copy, {
    key,
    beside() {
      made_at = isoTime(context.clock());
      names = gatherFiles(config, folder);
    },
    onProgress: (done) => progress.show('copying the database', done),
  });
  progress.show('checking the copy');
  // The copied chain: the live one continues to grow.
  const look = (database: Database) => {
    const from = config.data_dir;
    const segments = gatherSegments(from, folder, createAuditRepository(database));
    const requests = gatherRequests(from, folder, createJobRepository(database));
    names = [...names, ...segments, ...requests];
    return auditState(database, folder);
  };
  const facts = inspectDatabase(copy, look, key);
  const { schema, counts, seen: audit } = facts;
  if (key !== undefined) {
    for (const name of names) await sealPart(join(folder, name), name, key);
  }
  const parts = await describeParts([...names, DATABASE_PART], folder);
  const known = { made_at, schema, audit, counts, elsewhere: elsewhere(config), parts };
  return { ...formOf(key), version: VERSION, ...known };
}

/** Restores the backup for a trial: a damaged one never gets its final name. */
async function prove(path: string, { scratch, progress, key }: Work): Promise<void> {
  const archive = await openArchive(path);
  try {
    const onProgress = (done: number) => progress.show('trial restore', done);
    await unpack(archive, join(scratch, 'trial'), { onProgress, key });
  } finally {
    await archive.close();
  }
}

async function make(work: Work, target: string): Promise<BackupSummary> {
  const { context, database, scratch, progress } = work;
  const folder = join(scratch, 'parts');
  const path = join(scratch, 'backup');
  const manifest = await collect(work, folder);
  const onProgress = (done: number) => progress.show('writing the backup', done);
  const sha256 = await writeArchive(path, { manifest, folder }, onProgress);
  rmSync(folder, { recursive: true });
  await prove(path, work);
  refuseThere(target);
  // Recorded before the file gets its final name: no copy of all data exists without a record.
  const record = { action: 'appliance.backup', target: `sha256:${sha256}` };
  await recordAdministration(context, database, record);
  renameSync(path, target);
  syncPath(dirname(target));
  return { file: target, bytes: statSync(target).size, sha256, manifest };
}

/** `wardbox backup`: runs while a daemon works, without disturbing it. */
export async function makeBackup(context: CommandContext, options: BackupOptions): Promise<void> {
  process.umask(0o077);
  const config = configFor(context, options);
  const key = configuredKey(config.storage);
  const keep = keepOf(options);
  const target = targetOf(options.out, context.clock());
  refuseThere(target);
  const progress = createProgress();
  const made = await withDatabase(context, options, (database) =>
    withScratch(dirname(target), (scratch) =>
      make({ context, config, key, database, scratch, progress }, target),
    ).finally(progress.clear),
  );
  const removed = forgetOld(target, keep);
  if (made.manifest.audit.broken !== undefined) context.exitCode = EXIT.notIntact;
  context.output.out(options.json ? json({ ...described(made), removed }) : report(made, removed));
}
