import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** A folder that is removed at the end of the program. */
export function temporaryFolder(parent: string = tmpdir()): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'wardbox-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const MAX_ARCHIVE_BYTES = 2 ** 29;

/**
 * Files of a revision, in a temporary folder.
 *
 * @param paths of files and folders, from the folder of the project
 */
export function exportRevision(
  revision: string,
  paths: readonly string[],
  parent?: string,
): string {
  const folder = temporaryFolder(parent);
  const archive = execFileSync('git', ['archive', '--format=tar', revision, ...paths], {
    cwd: ROOT,
    maxBuffer: MAX_ARCHIVE_BYTES,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}
