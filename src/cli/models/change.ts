import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { trustOf } from '../../appliance/package-sources.js';
import type { LoadedConfig } from '../../config/load.js';
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
import { type CommandContext, type CommonOptions, configFor } from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';
import { examine } from './examine.js';
import { inFolders } from './find.js';
import { record } from './record.js';
import { type Store, targetOf, withStore } from './store.js';
import { awaitTakeover, TAKEOVER_MESSAGES } from './takeover.js';
import { prove } from './trial.js';

function checkId(id: string): void {
  if (!check(packageId, id).ok) throw new AppError('validation_error', `${id} is no package.`);
}

/** Reports a change, once a running daemon has had time to load it. */
async function report(
  context: CommandContext,
  options: CommonOptions,
  change: { id: string; version: string | undefined; text: string },
): Promise<void> {
  const progress = createProgress();
  const { id, version, text } = change;
  const daemon = await awaitTakeover(configFor(context, options), { id, version }, progress);
  progress.clear();
  const facts = { id, version: version ?? null, daemon };
  context.output.out(options.json ? json(facts) : `${text}\n${TAKEOVER_MESSAGES[daemon]}`);
}

/** Deletes the folders of a package that is no longer active, and what killed commands have left. */
function clearVersions({ folder, staging }: Store, id: string): void {
  const versions = versionsOf(folder, id);
  if (!existsSync(versions)) return;
  renameSync(versions, join(staging, 'removed'));
  syncPath(folder);
}

/** `wardbox models remove ID`: all versions of the store; one that came with the program stays. */
export async function remove(
  context: CommandContext,
  id: string,
  options: CommonOptions,
): Promise<void> {
  checkId(id);
  const config = configFor(context, options);
  const left = await withStore(config, async (store) => {
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
    await record(context, options, { action: 'model.remove', target });
    if (active !== undefined) writeState(store.folder, removed(state, id));
    clearVersions(store, id);
    return inFolders(config, id);
  });
  const rest =
    left === undefined ? '' : ` ${left.version} of ${config.models_dir} is active again.`;
  await report(context, options, { id, version: left?.version, text: `${id} is removed.${rest}` });
}

/** An old version of the store may have been damaged, or depend on a package that is gone. */
async function checkAgain(
  context: CommandContext,
  config: LoadedConfig,
  dir: string,
  { sha256 }: StoredPackage,
): Promise<void> {
  const { place } = await examine(dir, trustOf(config));
  if (place.sha256 !== sha256) {
    throw new AppError('unprocessable', `${dir} is not the package that was installed.`);
  }
  await prove(place, { config, environment: context.environment });
}

/** `wardbox models rollback ID`: the previous version, possibly the one of the program. */
export async function rollback(
  context: CommandContext,
  id: string,
  options: CommonOptions,
): Promise<void> {
  checkId(id);
  const config = configFor(context, options);
  const version = await withStore(config, async (store) => {
    const state = readState(store.folder);
    const entry = state.packages[id];
    if (entry === undefined) throw new AppError('not_found', `${id} is not installed.`);
    const last = entry.before.at(-1);
    if (last !== undefined) {
      await checkAgain(context, config, folderOf(store.folder, id, last), last);
    }
    const back = last ?? (await inFolders(config, id));
    if (back === undefined) {
      const message = `There is no version of ${id} before ${entry.active.version}; wardbox models remove deletes it.`;
      throw new AppError('conflict', message);
    }
    const target = last === undefined ? `${id}@${back.version}` : targetOf(id, last);
    await record(context, options, { action: 'model.rollback', target });
    writeState(store.folder, rolledBack(state, id));
    return back.version;
  });
  const text = `${id} ${version} is active again.`;
  await report(context, options, { id, version, text });
}
