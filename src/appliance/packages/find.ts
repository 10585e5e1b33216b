import { MANIFEST, parseJson, readManifestBytes } from '../../model-packages/folder.js';
import { packagePlaces } from '../../model-packages/sources.js';
import { readState } from '../../model-packages/store/state.js';
import type { LoadedConfig } from '../config/load.js';
import { packageSources, storeIn } from '../package-sources.js';

/** A package by the name in its manifest, not verified. */
export interface PackageName {
  readonly id: string;
  readonly version: string;
}

async function nameOf(dir: string): Promise<PackageName | undefined> {
  try {
    const content = parseJson(await readManifestBytes(dir), MANIFEST);
    const { id, version } = Object(content) as Readonly<Record<string, unknown>>;
    return { id: String(id), version: String(version) };
  } catch {
    // A folder whose manifest cannot be read holds no package.
    return undefined;
  }
}

/** Returns the package of that name in a folder, whether or not the store has another. */
export async function inFolders(
  config: LoadedConfig,
  id: string,
): Promise<PackageName | undefined> {
  const places = await packagePlaces({ ...packageSources(config), installed: [] });
  const named = await Promise.all(places.map(({ dir }) => nameOf(dir)));
  return named.find((one) => one?.id === id);
}

/** Returns the active version of an id: that of the store, else the one in a folder. */
export async function answering(
  config: LoadedConfig,
  id: string,
): Promise<PackageName | undefined> {
  const active = readState(storeIn(config)).packages[id]?.active;
  return active === undefined ? inFolders(config, id) : { id, version: active.version };
}
