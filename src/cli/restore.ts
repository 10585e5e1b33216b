import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { AppError } from '../core/errors.js';
import { syncPath } from '../core/sync-path.js';
import { JOBS_FOLDER } from '../operations/jobs/request-store.js';
import { type Archive, openArchive } from '../store/backup/archive.js';
import { CONFIG_PART, DATABASE_PART, type Manifest } from '../store/backup/schema.js';
import type { EncryptionKey } from '../store/encryption/key.js';
import { LOCK_FILE, lockDataFolder, openDatabase } from '../store/open.js';
import { pointInTime } from './backup/describe.js';
import { type KeyOptions, keyForBackup } from './backup/key-for-backup.js';
import { refuseLater, unpack } from './backup/trial.js';
import { type CommandContext, EXIT, recordAdministration } from './context.js';
import { json } from './output.js';
import { createProgress } from './progress.js';

interface RestoreOptions extends KeyOptions {
  readonly dataDir: string;
  readonly json?: true;
}

/** The folder that a restore unpacks to; if it exists without a database, a restore was killed. */
const UNPACKED = '.restoring';
/** The daemon does not read this copy of the configuration; it is for comparison. */
const CONFIG_COPY = 'restored.config.json';
const FOLDERS = ['tls', 'audit', JOBS_FOLDER];
const LOCK_FILES = [LOCK_FILE, `${LOCK_FILE}-journal`];
/** Allowed in the new folder: the mounted disk with the backups, and installed packages. */
const HARMLESS = [...LOCK_FILES, 'backups', 'models'];
/** Everything that a restore creates before the database, by which the folder counts as used. */
const BEFORE = [...FOLDERS, CONFIG_COPY, UNPACKED];

/** @throws AppError `conflict` for a folder that a daemon uses, or that is not empty */
function refuseUsed(dataDir: string): void {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  // Fails when a daemon is running there.
  if (names.includes(LOCK_FILE)) lockDataFolder(dataDir).release();
  const strange = names.filter((name) => !HARMLESS.includes(name));
  if (strange.length === 0) return;
  if (strange.includes(UNPACKED) && strange.every((name) => BEFORE.includes(name))) return;
  throw new AppError('conflict', `${dataDir} is not empty; a restore needs a folder of its own.`);
}

function clear(dataDir: string): void {
  for (const name of BEFORE) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Moves the unpacked files into place; the database last, without which the folder has no data. */
function putInPlace(unpacked: string, dataDir: string): void {
  for (const name of FOLDERS) {
    if (existsSync(join(unpacked, name))) renameSync(join(unpacked, name), join(dataDir, name));
  }
  if (existsSync(join(unpacked, CONFIG_PART))) {
    renameSync(join(unpacked, CONFIG_PART), join(dataDir, CONFIG_COPY));
  }
  syncPath(dataDir);
  renameSync(join(unpacked, DATABASE_PART), join(dataDir, DATABASE_PART));
  syncPath(dataDir);
  rmSync(unpacked, { recursive: true });
}

/** A backup and its encryption key. */
interface OpenedBackup extends Archive {
  readonly key: EncryptionKey | undefined;
}

/** Continues the audit log with a record that names the backup. */
async function recordRestore(
  context: CommandContext,
  folder: string,
  { sha256, key }: OpenedBackup,
) {
  const database = openDatabase(folder, key);
  try {
    const target = `sha256:${sha256}`;
    await recordAdministration(context, database, { action: 'appliance.restore', target });
    // Only the database file is moved: on a full disk this fails where closing would fail silently.
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

async function fill(
  context: CommandContext,
  archive: OpenedBackup,
  dataDir: string,
): Promise<void> {
  const unpacked = join(dataDir, UNPACKED);
  const progress = createProgress();
  clear(dataDir);
  mkdirSync(unpacked, { mode: 0o700 });
  try {
    const onProgress = (done: number) => progress.show('restoring', done);
    await unpack(archive, unpacked, { onProgress, key: archive.key });
    await recordRestore(context, unpacked, archive);
    putInPlace(unpacked, dataDir);
  } catch (error) {
    if (!existsSync(join(dataDir, DATABASE_PART))) clear(dataDir);
    throw error;
  } finally {
    progress.clear();
  }
}

/** Restores the former state: without the lock, and without a folder that did not exist. */
function leave(dataDir: string, isNew: boolean): void {
  for (const name of LOCK_FILES) rmSync(join(dataDir, name), { force: true });
  if (isNew) rmdirSync(dataDir);
}

/** Fills a folder while its lock is held. */
async function restoreInto(context: CommandContext, archive: OpenedBackup, dataDir: string) {
  const isNew = !existsSync(dataDir);
  refuseUsed(dataDir);
  const lock = lockDataFolder(dataDir);
  let isFilled = false;
  try {
    await fill(context, archive, dataDir);
    isFilled = true;
  } finally {
    lock.release();
    if (!isFilled) leave(dataDir, isNew);
  }
}

function report(manifest: Manifest, sha256: string, dataDir: string): string {
  const { encryption } = manifest;
  return [
    `Restored         ${dataDir}`,
    `Backup           sha256:${sha256}`,
    ...pointInTime(manifest),
    ...(encryption === undefined
      ? []
      : ['', 'It needs that key: storage.encryption_key_file must name its file.']),
    '',
    'Everything after this point in time is missing: keys that were revoked since are valid',
    `again. The configuration of the backup is ${join(dataDir, CONFIG_COPY)}; it is not`,
    `used by itself. Next: WARDBOX_DATA_DIR=${dataDir} wardbox serve`,
  ].join('\n');
}

async function restore(context: CommandContext, file: string, options: RestoreOptions) {
  process.umask(0o077);
  const dataDir = resolve(options.dataDir);
  const archive = await openArchive(resolve(file));
  const { manifest, sha256 } = archive;
  try {
    refuseLater(manifest);
    const key = keyForBackup(context, options, manifest);
    await restoreInto(context, { ...archive, key }, dataDir);
  } finally {
    await archive.close();
  }
  if (manifest.audit.broken !== undefined) context.exitCode = EXIT.notIntact;
  const { made_at, schema, audit, encryption } = manifest;
  const facts = { data_dir: dataDir, backup_sha256: sha256, made_at, schema, audit, encryption };
  context.output.out(options.json ? json(facts) : report(manifest, sha256, dataDir));
}

export function addRestore(program: Command, context: CommandContext): void {
  program
    .command('restore <file>')
    .description('fill an empty data folder from a backup; a damaged one is refused')
    .requiredOption('--data-dir <folder>', 'folder for the data; new or empty')
    .option('--key-file <file>', 'the encryption key of a backup that is encrypted')
    .option('--json', 'for machines')
    .action((file: string, options: RestoreOptions) => restore(context, file, options));
}
