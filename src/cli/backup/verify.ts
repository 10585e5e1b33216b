import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../../core/errors.js';
import { type Archive, openArchive } from '../../storage/backup/archive.js';
import { type CommandContext, EXIT } from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';
import { described, report } from './describe.js';
import { withScratch } from './scratch.js';
import { unpack } from './trial.js';

export interface VerifyOptions {
  readonly scratch?: string;
  readonly json?: true;
}

async function restoreForTrial(archive: Archive, folder: string): Promise<void> {
  const progress = createProgress();
  try {
    await withScratch(folder, (scratch) =>
      unpack(archive, join(scratch, 'trial'), (done) =>
        progress.show('restoring it for a trial', done),
      ),
    );
  } finally {
    progress.clear();
  }
}

/** `wardbox backup verify`: needs no configuration, no data folder and no key. */
export async function verifyBackup(
  context: CommandContext,
  file: string,
  options: VerifyOptions,
): Promise<void> {
  process.umask(0o077);
  const { output } = context;
  const path = resolve(file);
  try {
    const archive = await openArchive(path);
    try {
      await restoreForTrial(archive, resolve(options.scratch ?? dirname(path)));
    } finally {
      await archive.close();
    }
    const { manifest, sha256 } = archive;
    const made = { file: path, bytes: statSync(path).size, sha256, manifest };
    if (manifest.audit.broken !== undefined) context.exitCode = EXIT.notIntact;
    const told = `${report(made, [])}\n\nThe backup can be restored.`;
    output.out(options.json ? json({ sound: true, ...described(made) }) : told);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
    context.exitCode = EXIT.notIntact;
    const { message } = error;
    output.out(options.json ? json({ sound: false, file: path, reason: message }) : message);
  }
}
