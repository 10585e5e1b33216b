import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../../core/errors.js';
import { type Archive, openArchive } from '../../store/backup/archive.js';
import type { EncryptionKey } from '../../store/encryption/key.js';
import { type CommandContext, EXIT } from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';
import { described, report } from './describe.js';
import { type KeyOptions, keyForBackup } from './key-for-backup.js';
import { withScratch } from './scratch.js';
import { unpack } from './trial.js';

export interface VerifyOptions extends KeyOptions {
  readonly scratch?: string;
  readonly json?: true;
}

async function restoreForTrial(
  archive: Archive,
  folder: string,
  key: EncryptionKey | undefined,
): Promise<void> {
  const progress = createProgress();
  const onProgress = (done: number) => progress.show('trial restore', done);
  try {
    await withScratch(folder, (scratch) =>
      unpack(archive, join(scratch, 'trial'), { onProgress, key }),
    );
  } finally {
    progress.clear();
  }
}

/** `wardbox backup verify`: needs no configuration and no data folder. */
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
      const key = keyForBackup(context, options, archive.manifest);
      await restoreForTrial(archive, resolve(options.scratch ?? dirname(path)), key);
    } finally {
      await archive.close();
    }
    const { manifest, sha256 } = archive;
    const made = { file: path, bytes: statSync(path).size, sha256, manifest };
    if (manifest.audit.broken !== undefined) context.exitCode = EXIT.notIntact;
    const text = `${report(made, [])}\n\nThe backup can be restored.`;
    output.out(options.json ? json({ sound: true, ...described(made) }) : text);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
    context.exitCode = EXIT.notIntact;
    const { message } = error;
    output.out(options.json ? json({ sound: false, file: path, reason: message }) : message);
  }
}
