import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedConfig } from '../../config/load.js';
import { AppError } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';
import { storeIn } from '../../package-sources.js';
import type { StoredPackage } from '../../packages/store/schema.js';
import { lockDataFolder } from '../../storage/open.js';

/** The store while one command has it for itself. */
export interface Store {
  readonly folder: string;
  /** A folder on the same disk, empty now and gone afterwards. */
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
 * Lends the store to one command at a time; a running daemon is not disturbed. What a killed command
 * has left half done is removed first: until the state is replaced nothing of it is in force.
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

/** Has folders, and the names of all that is in them, outlast a power cut. */
export function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  }
  syncPath(folder);
}

/** How a record of the audit log names a version of a package. */
export const targetOf = (
  id: string,
  { version, sha256 }: Pick<StoredPackage, 'version' | 'sha256'>,
) => `${id}@${version} sha256:${sha256}`;
