import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { byText } from '../core/by-text.js';
import { MANIFEST } from './folder.js';
import { codeOf } from './refusal.js';
import type { Trust } from './seal.js';
import type { StoredPackage } from './store/schema.js';

/** Where packages lie, and who is believed, as plain data: it is sent to workers. */
export interface PackageSources {
  /** Folders in which every subfolder with a manifest is a package. */
  readonly folders: readonly string[];
  /** What of the store is in force; packages of the folders with the same id are not. */
  readonly installed: readonly InstalledPackage[];
  readonly trust: Trust;
}

/** A package of the store. */
export interface InstalledPackage extends Pick<StoredPackage, 'version' | 'sha256' | 'kind'> {
  readonly id: string;
  readonly dir: string;
}

/** One folder in which a package is, or ought to be. */
export interface PackagePlace {
  /** What it is called as long as its manifest has not been read. */
  readonly name: string;
  readonly dir: string;
  /** Out of this folder no link may lead; the store has none. */
  readonly root?: string;
  /** What it must be, where it was installed. */
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
    // Of the link itself, if it is one: a broken or foreign manifest is to be reported, not skipped.
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

/** Every place where a package is, in order of name. */
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
