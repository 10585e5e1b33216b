import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { byText } from '../core/by-text.js';
import { MANIFEST } from './folder.js';
import { codeOf } from './refusal.js';
import type { Trust } from './seal.js';
import type { StoredPackage } from './store/schema.js';

/** Where packages are stored and which keys are trusted, as plain data that is sent to workers. */
export interface PackageSources {
  /** Folders in which every subfolder with a manifest is a package. */
  readonly folders: readonly string[];
  /** The active versions of the store, which replace packages of the folders with the same id. */
  readonly installed: readonly InstalledPackage[];
  readonly trust: Trust;
}

/** A package of the store. */
export interface InstalledPackage extends Pick<StoredPackage, 'version' | 'sha256' | 'kind'> {
  readonly id: string;
  readonly dir: string;
}

/** One folder that contains, or should contain, a package. */
export interface PackagePlace {
  /** Its name until its manifest has been read. */
  readonly name: string;
  readonly dir: string;
  /** Links must not lead out of this folder; the store has no links. */
  readonly root?: string;
  /** The installed version that it must match; absent outside the store. */
  readonly installed?: InstalledPackage;
}

/** Returns a single folder of packages, trusted without a signature. */
export const folderAlone = (folder: string): PackageSources => ({
  folders: [folder],
  installed: [],
  trust: { required: false, keys: [] },
});

async function isPackageFolder(dir: string): Promise<boolean> {
  try {
    // Examines the link itself, if it is one: a broken or foreign manifest is reported, not skipped.
    await lstat(join(dir, MANIFEST));
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR';
  }
}

async function placesIn(folder: string): Promise<PackagePlace[]> {
  const places: PackagePlace[] = [];
  const root = await realpath(folder);
  for (const name of await readdir(folder)) {
    const dir = join(folder, name);
    if (await isPackageFolder(dir)) places.push({ name, dir, root });
  }
  return places;
}

/** Returns the folders of all packages, in order of name. */
export async function packagePlaces(sources: PackageSources): Promise<PackagePlace[]> {
  const loose: PackagePlace[] = [];
  for (const folder of sources.folders) loose.push(...(await placesIn(folder)));
  const stored = sources.installed.map((installed) => ({
    name: installed.id,
    dir: installed.dir,
    installed,
  }));
  return [...loose, ...stored].sort((a, b) => byText(a.name, b.name));
}
