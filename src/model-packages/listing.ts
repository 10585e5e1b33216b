import { hash } from 'node:crypto';
import { sep } from 'node:path';
import { messageOf } from '../core/errors.js';
import { MANIFEST, parseJson, readManifestBytes, readSignatureFile, realFolder } from './folder.js';
import { refuse } from './refusal.js';
import { type Seal, sealOf } from './seal.js';
import { folderAlone, type PackagePlace, type PackageSources, packagePlaces } from './sources.js';

export type PackageListing<P> =
  | { readonly id: string; readonly status: 'verified'; readonly package: P }
  | { readonly id: string; readonly status: 'quarantined'; readonly reason: string };

/** A single folder, or all package sources of the appliance. */
export type PackageLocation = string | PackageSources;

/** The facts of any manifest, and its seal. */
export interface PackageCandidate {
  readonly realDir: string;
  readonly manifest: unknown;
  readonly seal: Seal;
}

/** Opens the packages of a listing. */
export interface Reader<P> {
  /** Whether it opens packages with such a manifest. */
  takes(manifest: unknown): boolean;
  load(candidate: PackageCandidate): Promise<{ id: string; package: P }>;
}

const idOf = (manifest: unknown): unknown => (manifest as { id?: unknown } | null)?.id;

async function realPlace({ dir, root }: PackagePlace): Promise<string> {
  const realDir = await realFolder(dir);
  if (root !== undefined && !realDir.startsWith(root + sep)) {
    throw refuse('the folder', 'points outside the models folder');
  }
  return realDir;
}

/** Whether a package of that id is installed in the store, which takes precedence over one in a folder. */
const isReplaced = ({ installed: own }: PackagePlace, id: unknown, { installed }: PackageSources) =>
  own === undefined && installed.some((one) => one.id === id);

async function find<P>(
  place: PackagePlace,
  sources: PackageSources,
  { takes }: Reader<P>,
): Promise<PackageCandidate | undefined> {
  const realDir = await realPlace(place);
  const bytes = await readManifestBytes(realDir);
  const manifest = parseJson(bytes, MANIFEST);
  if (isReplaced(place, idOf(manifest), sources) || !takes(manifest)) return undefined;
  const { root, installed: own } = place;
  if (own !== undefined && hash('sha256', bytes, 'hex') !== own.sha256) {
    throw refuse(MANIFEST, 'is not the manifest that was installed');
  }
  const { trust } = sources;
  const isRelease = root !== undefined && root === trust.releaseDir;
  const signature = await readSignatureFile(realDir);
  return { realDir, manifest, seal: sealOf(bytes, signature, { trust, isRelease }) };
}

async function loadOrQuarantine<P>(
  place: PackagePlace,
  sources: PackageSources,
  reader: Reader<P>,
): Promise<PackageListing<P> | undefined> {
  try {
    const candidate = await find(place, sources, reader);
    const loaded = candidate && (await reader.load(candidate));
    return loaded && { ...loaded, status: 'verified' };
  } catch (error) {
    if (isReplaced(place, place.name, sources)) return undefined;
    return { id: place.name, status: 'quarantined', reason: messageOf(error) };
  }
}

/**
 * Lists every package of all sources that a reader accepts, in order of name. A bad package is listed
 * with the reason and never hides a good one. One of the store replaces one with the same id in a folder,
 * even where it has a fault: an older version is never used silently. Two packages in folders with the same
 * id are both quarantined, because it is unknown which of them is meant.
 */
export async function listPackages<P>(
  where: PackageLocation,
  reader: Reader<P>,
): Promise<PackageListing<P>[]> {
  const sources = typeof where === 'string' ? folderAlone(where) : where;
  const listed: PackageListing<P>[] = [];
  for (const place of await packagePlaces(sources)) {
    const entry = await loadOrQuarantine(place, sources, reader);
    if (entry !== undefined) listed.push(entry);
  }
  const verified = listed.filter((entry) => entry.status === 'verified').map(({ id }) => id);
  const isDouble = (id: string) => verified.indexOf(id) !== verified.lastIndexOf(id);
  return listed.map((entry) =>
    entry.status === 'verified' && isDouble(entry.id)
      ? {
          id: entry.id,
          status: 'quarantined',
          reason: `The id ${entry.id} is used more than once.`,
        }
      : entry,
  );
}
