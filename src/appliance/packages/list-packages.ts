import { byText } from '../../core/by-text.js';
import { listModelPackages, type ModelPackage } from '../../inference/model-package.js';
import { type KnowledgePackage, listKnowledge } from '../../model-packages/knowledge.js';
import type { PackageListing } from '../../model-packages/listing.js';
import { signedBy } from '../../model-packages/seal.js';
import { readState } from '../../model-packages/store/state.js';
import type { LoadedConfig } from '../config/load.js';
import { packageSources, storeIn } from '../package-sources.js';

/**
 * Returns every package that is active or should be, its files verified, ordered by id. A folder
 * whose kind of package cannot be read is reported by several readers, and listed once.
 */
export async function listEverything(
  config: LoadedConfig,
): Promise<PackageListing<ModelPackage | KnowledgePackage>[]> {
  const sources = packageSources(config);
  const models = await listModelPackages(sources);
  const isListed = ({ id, status }: PackageListing<unknown>) =>
    status === 'quarantined' && models.some((one) => one.id === id && one.status === status);
  const knowledge = (await listKnowledge(sources)).filter((entry) => !isListed(entry));
  return [...models, ...knowledge].sort((a, b) => byText(a.id, b.id));
}

/** One package as lists show it. */
export interface PackageRow {
  readonly id: string;
  readonly status: 'verified' | 'quarantined';
  readonly version: string | null;
  readonly title: string | null;
  readonly reason: string | null;
  readonly signed: string | null;
  /** `store`: installed; `folder`: in `models_dir`. */
  readonly from: 'store' | 'folder';
  /** Versions that a rollback leads to, the next one first. */
  readonly before: readonly string[];
}

function rowOf(
  entry: PackageListing<ModelPackage | KnowledgePackage>,
  installed: ReturnType<typeof readState>['packages'],
): PackageRow {
  const { id, status } = entry;
  const own = installed[id];
  const before = (own?.before ?? []).map(({ version }) => version).reverse();
  const place = { from: own === undefined ? 'folder' : 'store', before } as const;
  if (entry.status !== 'verified') {
    const { reason } = entry;
    const version = own?.active.version ?? null;
    return { id, status, version, title: null, reason, signed: null, ...place };
  }
  const { manifest, seal } = entry.package;
  const { version, title } = manifest;
  return { id, status, version, title, reason: null, signed: signedBy(seal), ...place };
}

/** Verifies every hash of every package; `/readyz` reports the backend of each. */
export async function listPackages(config: LoadedConfig): Promise<PackageRow[]> {
  const installed = readState(storeIn(config)).packages;
  return (await listEverything(config)).map((entry) => rowOf(entry, installed));
}
