import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../core/errors.js';
import { LOCK_FILE, lockDataFolder } from '../../store/open.js';

const NAME = '.wardbox-backup';

/** The contents of a folder except its lock. */
function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(LOCK_FILE)) rmSync(join(folder, name), { recursive: true });
  }
}

function lock(scratch: string, folder: string): { release(): void } {
  try {
    return lockDataFolder(scratch);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'conflict') throw cause;
    const message = `Another backup is being made or verified in ${folder}.`;
    throw new AppError('conflict', message, { cause });
  }
}

/**
 * Runs work with a temporary folder below another one, on the same disk, and deletes it afterwards.
 * One process at a time has it; what a killed process has left there is deleted first.
 */
export async function withScratch<T>(
  folder: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new AppError('not_found', `There is no folder ${folder}.`);
  }
  const scratch = join(folder, NAME);
  const held = lock(scratch, folder);
  try {
    empty(scratch);
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    held.release();
  }
}
