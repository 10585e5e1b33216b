import { check } from '../core/schema.js';
import { parseJson, readDeclaredFiles } from './folder.js';
import {
  listPackages,
  type PackageCandidate,
  type PackageListing,
  type PackageLocation,
} from './listing.js';
import { refuse, refuseAll } from './refusal.js';
import { isKnowledge, type KnowledgeManifest, knowledgeManifestSchema } from './schema.js';
import type { Seal } from './seal.js';

/** A knowledge package whose declared files have all been verified. */
export interface KnowledgePackage<M extends KnowledgeManifest = KnowledgeManifest> {
  readonly manifest: M;
  readonly seal: Seal;
  readonly dir: string;
  /** The contents of the files by name of the table, not yet validated. */
  readonly tables: ReadonlyMap<string, readonly TablePart[]>;
}

/** A knowledge package and its state. */
export type KnowledgeStatus =
  | {
      readonly state: 'ready';
      readonly id: string;
      readonly manifest: KnowledgeManifest;
      readonly seal: Seal;
    }
  | {
      readonly state: 'quarantined' | 'unavailable';
      readonly id: string;
      readonly reason: string;
    };

export interface TablePart {
  readonly file: string;
  readonly content: unknown;
}

async function loadFrom({
  realDir,
  seal,
  ...candidate
}: PackageCandidate): Promise<KnowledgePackage> {
  const result = check(knowledgeManifestSchema, candidate.manifest);
  if (!result.ok) throw refuseAll(result.issues);
  const manifest = result.value;
  const wanted = new Set(Object.values(manifest.tables).flat());
  for (const file of wanted) {
    if (!Object.hasOwn(manifest.files, file)) throw refuse('files', `does not list ${file}`);
  }
  const files = await readDeclaredFiles(realDir, manifest.files, (name) => wanted.has(name));
  const tables = new Map<string, TablePart[]>();
  for (const [table, names] of Object.entries(manifest.tables)) {
    const parts = names.map((file) => {
      const bytes = files.get(file);
      if (bytes === undefined) throw refuse('files', `does not list ${file}`);
      return { file, content: parseJson(bytes, file) };
    });
    tables.set(table, parts);
  }
  return { manifest, seal, dir: realDir, tables };
}

/** Lists all knowledge packages. */
export function listKnowledge(where: PackageLocation): Promise<PackageListing<KnowledgePackage>[]> {
  return listPackages(where, {
    takes: isKnowledge,
    load: (candidate) =>
      loadFrom(candidate).then((loaded) => ({ id: loaded.manifest.id, package: loaded })),
  });
}
