import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';
import type { StoredPackage } from '../../model-packages/store/schema.js';
import { lockDataFolder } from '../../store/open.js';
import type { LoadedConfig } from '../config/load.js';
import { storeIn } from '../package-sources.js';

/** The store, locked for one command. */
export interface Store {
  readonly folder: string;
  /** A folder on the same disk, empty now and deleted afterwards. */
  readonly staging: string;
}

const STAGING = 'staging';

function lock(folder: string): { release(): void } {
  try {
    return lockDataFolder(folder);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'conflict') throw cause;
    const message = `Another command is changing the packages in ${folder}.`;
    throw new AppError('conflict', message, { cause });
  }
}

/**
 * Locks the store for one command at a time; a running daemon is not disturbed. What a killed command
 * has left half done is deleted first: it takes effect only when the state file is replaced.
 */
export async function withStore<T>(
  config: LoadedConfig,
  work: (store: Store) => T | Promise<T>,
): Promise<T> {
  const folder = storeIn(config);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncPath(dirname(folder));
  const held = lock(folder);
  const staging = join(folder, STAGING);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    return await work({ folder, staging });
  } finally {
    rmSync(staging, { recursive: true, force: true });
    held.release();
  }
}

/** Flushes folders and the names of all their files to the disk. */
export function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  }
  syncPath(folder);
}

/** The name of a package version in records of the audit log. */
export const targetOf = (
  id: string,
  { version, sha256 }: Pick<StoredPackage, 'version' | 'sha256'>,
) => `${id}@${version} sha256:${sha256}`;
