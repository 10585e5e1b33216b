import { existsSync, mkdirSync, readdirSync, renameSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isoTime } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';
import { unpackBundle } from '../../model-packages/store/bundle.js';
import type { StoredPackage, StoreState } from '../../model-packages/store/schema.js';
import {
  activated,
  folderOf,
  readState,
  versionsOf,
  writeState,
} from '../../model-packages/store/state.js';
import { trustOf } from '../package-sources.js';
import type { PackageChangeParts } from './change.js';
import { type ExaminedPackage, examine } from './examine.js';
import { answering } from './find.js';
import { type Store, syncFolders, targetOf, withStore } from './store.js';
import { prove } from './trial.js';
import { isOlder } from './versions.js';

export interface InstallOptions {
  /** Also when a later version is active. */
  readonly allowOlder?: true;
}

const MIB = 1024 * 1024;
const HASH_SHOWN = 12;

interface Work extends PackageChangeParts {
  readonly store: Store;
}

/** Space kept free: a disk that is nearly full would refuse patient data. */
function refuseWithoutRoom(file: string, { config, store }: Work): void {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = statfsSync(store.folder);
  const left = bavail * bsize - bytes - config.storage.disk_reserve_mb * MIB;
  if (left > 0) return;
  const needed = Math.ceil(-left / MIB);
  throw new AppError('unprocessable', `${file} is refused: the disk lacks ${needed} MiB for it.`);
}

async function unpacked(file: string, work: Work): Promise<string> {
  const { config, store, progress } = work;
  const folder = join(store.staging, 'package');
  mkdirSync(folder, { mode: 0o700 });
  refuseWithoutRoom(file, work);
  await unpackBundle(file, folder, {
    maxBytes: config.models.package_mb * MIB,
    progress: (done) => progress('unpacking', done),
  });
  return folder;
}

/** Returns the active version of that id. */
async function refuseOlder(
  { place }: ExaminedPackage,
  { config }: Work,
  { allowOlder }: InstallOptions,
): Promise<string | undefined> {
  const now = await answering(config, place.id);
  if (now !== undefined && isOlder(place.version, now.version) && allowOlder !== true) {
    const message = `${place.id} ${now.version} is active; ${place.version} is older (--allow-older).`;
    throw new AppError('conflict', message);
  }
  return now?.version;
}

/** Stores it next to the other versions, unless the identical one is there and intact. */
async function shelve(
  staged: string,
  { place }: ExaminedPackage,
  work: Work,
): Promise<StoredPackage> {
  const { clock, config, store } = work;
  const { id, version, sha256, kind } = place;
  const folder = `${version}-${sha256.slice(0, HASH_SHOWN)}`;
  const target = folderOf(store.folder, id, { folder });
  mkdirSync(versionsOf(store.folder, id), { recursive: true, mode: 0o700 });
  if (existsSync(target)) {
    const isSound = await examine(target, trustOf(config)).then(
      (there) => there.place.sha256 === sha256,
      () => false,
    );
    if (!isSound) renameSync(target, join(store.staging, 'damaged'));
  }
  syncFolders(staged);
  if (!existsSync(target)) renameSync(staged, target);
  for (let dir = dirname(target); dir !== dirname(store.folder); dir = dirname(dir)) syncPath(dir);
  return { version, folder, sha256, kind, installed_at: isoTime(clock()) };
}

const isActive = (state: StoreState, id: string, { folder }: StoredPackage) =>
  state.packages[id]?.active.folder === folder;

/** Deletes versions that no rollback leads to any more, and what killed commands have left. */
function forgetOthers({ folder, staging }: Store, id: string): void {
  const entry = readState(folder).packages[id];
  const kept = new Set(entry && [entry.active, ...entry.before].map((one) => one.folder));
  const versions = versionsOf(folder, id);
  for (const name of readdirSync(versions)) {
    if (!kept.has(name)) renameSync(join(versions, name), join(staging, `old-${name}`));
  }
}

/** What was installed. */
export interface InstallResult {
  readonly examined: ExaminedPackage;
  readonly backend: string;
  readonly replaced: string | undefined;
}

async function put(file: string, work: Work, options: InstallOptions): Promise<InstallResult> {
  const { config, environment, store, progress, record } = work;
  const staged = await unpacked(file, work);
  progress('checking every hash');
  const examined = await examine(staged, trustOf(config));
  const { place } = examined;
  const replaced = await refuseOlder(examined, work, options);
  progress('trying the package');
  const backend = await prove(place, { config, environment });
  const stored = await shelve(staged, examined, work);
  const state = readState(store.folder);
  const { id, version, sha256 } = place;
  await record({
    action: 'model.install',
    target: targetOf(id, place),
    models: [{ id, version, backend, sha256 }],
  });
  if (!isActive(state, id, stored)) writeState(store.folder, activated(state, id, stored));
  forgetOthers(store, id);
  return { examined, backend, replaced };
}

/**
 * Installs a package from one file; changes nothing unless the whole package is intact and works.
 *
 * @throws AppError with the reason why it is refused
 */
export async function installPackage(
  file: string,
  parts: PackageChangeParts,
  options: InstallOptions,
): Promise<InstallResult> {
  try {
    return await withStore(parts.config, (store) => put(file, { ...parts, store }, options));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unprocessable', messageOf(error), { cause: error });
  }
}
