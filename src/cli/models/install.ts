import { resolve } from 'node:path';
import {
  installPackage,
  type InstallOptions as PackageOptions,
} from '../../appliance/packages/install.js';
import { signedBy } from '../../model-packages/seal.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';
import { changeParts } from './change-parts.js';
import { awaitTakeover, TAKEOVER_MESSAGES } from './takeover.js';

export interface InstallOptions extends CommonOptions, PackageOptions {}

/** `wardbox models install FILE`: changes nothing unless the whole package is intact. */
export async function install(
  context: CommandContext,
  file: string,
  options: InstallOptions,
): Promise<void> {
  process.umask(0o077);
  // Fails without a data folder, before anything is unpacked.
  await withDatabase(context, options, () => undefined);
  const progress = createProgress();
  try {
    const parts = changeParts(context, options, progress);
    const { examined, backend, replaced } = await installPackage(resolve(file), parts, options);
    const { place, seal } = examined;
    const { id, version, sha256 } = place;
    const takeover = await awaitTakeover(parts.config, { id, version }, progress);
    progress.clear();
    const facts = { id, version, sha256, signed: signedBy(seal), backend };
    if (options.json) {
      return context.output.out(json({ ...facts, replaced: replaced ?? null, daemon: takeover }));
    }
    const instead = replaced === undefined ? '' : `, replacing ${replaced}`;
    context.output.out(
      `${id} ${version} is installed${instead} (${signedBy(seal)}; runs on ${backend}).\n${TAKEOVER_MESSAGES[takeover]}`,
    );
  } finally {
    progress.clear();
  }
}
