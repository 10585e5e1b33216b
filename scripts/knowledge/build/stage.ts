import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../../../src/model-packages/declared-files.js';
import { MANIFEST } from '../../../src/model-packages/folder.js';
import { completeKnowledge } from '../../models/complete-knowledge.js';
import { exportRevision, ROOT, temporaryFolder } from '../../shared/revision.js';
import type { BuiltTables, KnowledgeKind } from './kind.js';

export const MODELS = join(ROOT, 'models');
const PACKAGES = ['clinical-language', 'disease-knowledge', 'medication-knowledge'] as const;

/** A copy of the packages of knowledge as they lie in `models/`. */
export function copyPackages(): string {
  const folder = temporaryFolder();
  for (const id of PACKAGES) cpSync(join(MODELS, id), join(folder, id), { recursive: true });
  return folder;
}

/** The packages of knowledge of a revision. */
export const packagesOf = (revision: string): string =>
  join(
    exportRevision(
      revision,
      PACKAGES.map((id) => `models/${id}`),
    ),
    'models',
  );

/** Tables that are weights: `scripts/train` makes them. */
export const TRAINED: ReadonlySet<string> = new Set(['tagger']);

type Manifest = Readonly<Record<string, unknown>> & {
  readonly tables: Readonly<Record<string, readonly string[]>>;
};

/**
 * Puts built tables in the place of those of a package, completes its manifest and opens it as the
 * appliance does. Files that no source makes (the card, weights) stay.
 *
 * @throws Error with every fault
 */
export async function writePackage(
  models: string,
  { packageId }: KnowledgeKind,
  { files, tables }: BuiltTables,
): Promise<void> {
  const folder = join(models, packageId);
  const draft = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
  const kept = Object.entries(draft.tables).filter(([name]) => TRAINED.has(name));
  const trained = new Set(kept.flatMap(([, names]) => names));
  for (const name of Object.values(draft.tables).flat()) {
    if (!trained.has(name)) rmSync(join(folder, name), { force: true });
  }
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await completeKnowledge(folder, { ...draft, tables: { ...tables, ...Object.fromEntries(kept) } });
}

/** Whether two folders hold the same package, to the byte. */
export async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(filesBelow));
  const manifest = (folder: string) => readFileSync(join(folder, MANIFEST), 'utf8');
  return JSON.stringify(a) === JSON.stringify(b) && manifest(one) === manifest(other);
}

/** Puts a finished package in the place of the one in `models/`. */
export function install(staged: string, packageId: string): void {
  const target = join(MODELS, packageId);
  rmSync(target, { recursive: true });
  cpSync(join(staged, packageId), target, { recursive: true });
}
