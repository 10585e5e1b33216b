import { createPublicKey } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { byText } from '../core/by-text.js';
import { AppError } from '../core/errors.js';
import { keyName } from '../core/key-name.js';
import type { Trust, TrustedKey } from '../model-packages/seal.js';
import type { PackageSources } from '../model-packages/sources.js';
import { installedIn } from '../model-packages/store/state.js';
import { type LoadedConfig, RELEASE_KEYS, RELEASE_MODELS } from './config/load.js';

/** The folder of installed packages: below the data folder, because the program's own folder is read-only. */
export const storeIn = ({ data_dir }: Pick<LoadedConfig, 'data_dir'>): string =>
  join(data_dir, 'models');

const ENDING = '.pem';

function trustedKey(path: string): TrustedKey {
  const pem = readFileSync(path, 'utf8');
  const name = basename(path, ENDING);
  const refused = (why: string, cause?: unknown) =>
    new AppError('validation_error', `The trusted key ${path} ${why}.`, { cause });
  // A private key would be accepted too, but must not be on this machine.
  if (pem.includes('PRIVATE KEY')) throw refused('is a private key: take it away from here');
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw refused('is not an Ed25519 key');
    return { name, id: keyName(key), pem };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw refused('is no public key in PEM', cause);
  }
}

/** Returns the keys of a folder; none for a missing folder. */
function keysIn(folder: string): TrustedKey[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(ENDING));
  return names.sort(byText).map((name) => trustedKey(join(folder, name)));
}

/** The folder of the public keys that this site trusts. */
export const trustedKeysDir = ({ models, source }: Pick<LoadedConfig, 'models' | 'source'>) =>
  models.trusted_keys_dir ?? join(dirname(source), 'trusted-keys');

/** The trusted keys: those that came with the program and those of this site. */
export function trustOf(config: LoadedConfig): Trust {
  const folders = new Set([RELEASE_KEYS, trustedKeysDir(config)]);
  return {
    required: config.models.require_signature,
    keys: [...folders].flatMap(keysIn),
    ...(existsSync(RELEASE_MODELS) && { releaseDir: realpathSync(RELEASE_MODELS) }),
  };
}

/**
 * Returns the current package sources: folders, active versions of the store and trusted keys.
 *
 * @throws AppError for a store or a trusted key that cannot be read
 */
export function packageSources(config: LoadedConfig): PackageSources {
  return {
    folders: [config.models_dir],
    installed: installedIn(storeIn(config)),
    trust: trustOf(config),
  };
}
