import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../core/errors.js';
import { listModelPackages } from '../../inference/model-package.js';
import type { ModelManifest } from '../../inference/schema.js';
import { MANIFEST, parseJson, readManifestBytes, SIGNATURE } from '../../model-packages/folder.js';
import { listKnowledge } from '../../model-packages/knowledge.js';
import { isKnowledge, type KnowledgeManifest } from '../../model-packages/schema.js';
import type { Seal, Trust } from '../../model-packages/seal.js';
import type { InstalledPackage } from '../../model-packages/sources.js';

/** A package whose every byte matches its manifest. */
export interface ExaminedPackage {
  /** Its identity in the store. */
  readonly place: InstalledPackage;
  readonly manifest: ModelManifest | KnowledgeManifest;
  readonly seal: Seal;
}

const CARD = 'CARD.md';

const refuse = (issue: string): AppError =>
  new AppError('unprocessable', `The package is refused: ${issue}.`);

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** The version becomes part of a folder's name. */
const LONGEST_VERSION = 100;

/** Requires a card that documents the package, and no file that the manifest does not list. */
function checkFolder(dir: string, { files, version }: ExaminedPackage['manifest']): void {
  if (version.length > LONGEST_VERSION) throw refuse('its version is too long');
  if ((files[CARD]?.bytes ?? 0) === 0) {
    throw refuse(`it has no ${CARD} that documents its origin and its measurements`);
  }
  const known = new Set([MANIFEST, SIGNATURE, ...Object.keys(files)]);
  const strange = filesBelow(dir).find((name) => !known.has(name));
  if (strange !== undefined)
    throw refuse(`it contains ${strange}, which its manifest does not list`);
}

/** Reads the package's name from its manifest, before anything of it has been verified. */
async function placeOf(dir: string): Promise<{ place: InstalledPackage; isRules: boolean }> {
  const bytes = await readManifestBytes(dir);
  const content = parseJson(bytes, MANIFEST);
  const { id, version, kind } = Object(content) as Readonly<Record<string, unknown>>;
  const sha256 = hash('sha256', bytes, 'hex');
  const place = { id: String(id), dir, version: String(version), sha256, kind: String(kind) };
  return { place, isRules: isKnowledge(content) };
}

/**
 * Verifies an unpacked package: manifest, hashes, signature, licence and card.
 *
 * @throws AppError that names what is wrong with it
 */
export async function examine(dir: string, trust: Trust): Promise<ExaminedPackage> {
  const { place, isRules } = await placeOf(dir);
  const where = { folders: [], installed: [place], trust };
  const [listed] = await (isRules ? listKnowledge(where) : listModelPackages(where));
  if (listed?.status !== 'verified') {
    throw new AppError('unprocessable', listed?.reason ?? 'The package is of no known kind.');
  }
  const { manifest, seal } = listed.package;
  checkFolder(dir, manifest);
  return { place, manifest, seal };
}
