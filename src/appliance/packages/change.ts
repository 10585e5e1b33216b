import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEvent } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { syncPath } from '../../core/sync-path.js';
import { packageId } from '../../model-packages/schema.js';
import type { StoredPackage } from '../../model-packages/store/schema.js';
import {
  folderOf,
  readState,
  removed,
  rolledBack,
  versionsOf,
  writeState,
} from '../../model-packages/store/state.js';
import type { Environment, LoadedConfig } from '../config/load.js';
import { trustOf } from '../package-sources.js';
import { examine } from './examine.js';
import { inFolders } from './find.js';
import { type Store, targetOf, withStore } from './store.js';
import { prove } from './trial.js';

/** What a change of the installed packages needs. */
export interface PackageChangeParts {
  readonly config: LoadedConfig;
  /** The environment of processes that try a package. */
  readonly environment: Environment;
  readonly clock: Clock;
  /** Records a change before it takes effect, so that no package answers unrecorded. */
  record(event: Omit<AuditEvent, 'outcome' | 'actor'>): Promise<void>;
  /** Reports how far a change has come: `done` from 0 to 1, where it is known. */
  progress(text: string, done?: number): void;
}

function checkId(id: string): void {
  if (!check(packageId, id).ok) throw new AppError('validation_error', `${id} is no package.`);
}

/** Deletes the folders of a package that is no longer active, and what killed commands have left. */
function clearVersions({ folder, staging }: Store, id: string): void {
  const versions = versionsOf(folder, id);
  if (!existsSync(versions)) return;
  renameSync(versions, join(staging, 'removed'));
  syncPath(folder);
}

/**
 * Removes all versions of a package from the store; one that came with the program stays.
 *
 * @returns the version of the folder that is active from now on, if there is one
 * @throws AppError `not_found`
 */
export async function removePackage(
  id: string,
  { config, record }: PackageChangeParts,
): Promise<string | undefined> {
  checkId(id);
  return withStore(config, async (store) => {
    const state = readState(store.folder);
    const active = state.packages[id]?.active;
    if (active === undefined && !existsSync(versionsOf(store.folder, id))) {
      const there = await inFolders(config, id);
      const why = there === undefined ? 'is not installed' : `is in ${config.models_dir}`;
      throw new AppError(
        'not_found',
        `${id} ${why}; this command removes installed packages only.`,
      );
    }
    const target = active === undefined ? id : targetOf(id, active);
    await record({ action: 'model.remove', target });
    if (active !== undefined) writeState(store.folder, removed(state, id));
    clearVersions(store, id);
    return (await inFolders(config, id))?.version;
  });
}

/** An old version of the store may have been damaged, or depend on a package that is gone. */
async function checkAgain(
  dir: string,
  { sha256 }: StoredPackage,
  { config, environment }: PackageChangeParts,
): Promise<void> {
  const { place } = await examine(dir, trustOf(config));
  if (place.sha256 !== sha256) {
    throw new AppError('unprocessable', `${dir} is not the package that was installed.`);
  }
  await prove(place, { config, environment });
}

/**
 * Activates the previous version of a package again, possibly the one that came with the program.
 *
 * @returns that version
 * @throws AppError `not_found`, `conflict` when there is none
 */
export async function rollBackPackage(id: string, parts: PackageChangeParts): Promise<string> {
  checkId(id);
  const { config, record } = parts;
  return withStore(config, async (store) => {
    const state = readState(store.folder);
    const entry = state.packages[id];
    if (entry === undefined) throw new AppError('not_found', `${id} is not installed.`);
    const last = entry.before.at(-1);
    if (last !== undefined) await checkAgain(folderOf(store.folder, id, last), last, parts);
    const back = last ?? (await inFolders(config, id));
    if (back === undefined) {
      const message = `There is no version of ${id} before ${entry.active.version}; wardbox models remove deletes it.`;
      throw new AppError('conflict', message);
    }
    const target = last === undefined ? `${id}@${back.version}` : targetOf(id, last);
    await record({ action: 'model.rollback', target });
    writeState(store.folder, rolledBack(state, id));
    return back.version;
  });
}
