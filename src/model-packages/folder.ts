import { createHash } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '../core/errors.js';
import { codeOf, refuse } from './refusal.js';
import type { DeclaredFiles } from './schema.js';

export const MANIFEST = 'model.json';
/** Next to the manifest, which holds the hashes of all other files. */
export const SIGNATURE = 'model.json.sig';
export const MAX_MANIFEST_BYTES = 1_000_000;
const MAX_SIGNATURE_BYTES = 10_000;

/** Reads at most `maxBytes` of a file whose real path is below `realDir`. */
async function readInside(
  realDir: string,
  name: string,
  field: string,
  maxBytes: number,
): Promise<Buffer> {
  let path: string;
  try {
    path = await realpath(join(realDir, name));
  } catch (error) {
    throw refuse(field, `cannot be read (${codeOf(error)})`, error);
  }
  if (!path.startsWith(realDir + sep)) throw refuse(field, 'points outside the package folder');
  let file: FileHandle | undefined;
  try {
    // Checked before opening: a pipe would block the reader for ever.
    if (!(await stat(path)).isFile()) throw refuse(field, 'is not a plain file');
    file = await open(path, 'r');
    const { size } = await file.stat();
    if (size > maxBytes) throw refuse(field, `has ${size} bytes, more than ${maxBytes}`);
    return await file.readFile();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(field, `cannot be read (${codeOf(error)})`, error);
  } finally {
    await file?.close();
  }
}

/** @throws AppError `model_unavailable` when it is not JSON in UTF-8 */
export function parseJson(bytes: Uint8Array, field: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw refuse(field, 'is not JSON', error);
  }
}

/** Returns the real path of the folder, with links resolved. */
export async function realFolder(dir: string): Promise<string> {
  try {
    return await realpath(dir);
  } catch (error) {
    throw refuse('the folder', `cannot be read (${codeOf(error)})`, error);
  }
}

/** Returns the bytes of `model.json`. */
export function readManifestBytes(realDir: string): Promise<Buffer> {
  return readInside(realDir, MANIFEST, MANIFEST, MAX_MANIFEST_BYTES);
}

/** Returns the content of `model.json`, not yet validated. */
export async function readManifestFile(realDir: string): Promise<unknown> {
  return parseJson(await readManifestBytes(realDir), MANIFEST);
}

/** Returns the signature next to the manifest, if there is one. */
export async function readSignatureFile(realDir: string): Promise<Buffer | undefined> {
  try {
    await lstat(join(realDir, SIGNATURE));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw refuse(SIGNATURE, `cannot be read (${codeOf(error)})`, error);
  }
  return readInside(realDir, SIGNATURE, SIGNATURE, MAX_SIGNATURE_BYTES);
}

/** Returns the declared files to keep, after the size and hash of all have been verified. */
export async function readDeclaredFiles(
  realDir: string,
  files: DeclaredFiles,
  keep: (name: string) => boolean,
): Promise<Map<string, Buffer>> {
  const kept = new Map<string, Buffer>();
  for (const [name, { sha256, bytes }] of Object.entries(files)) {
    const field = `files.${name}`;
    const content = await readInside(realDir, name, field, bytes);
    if (content.length !== bytes) {
      throw refuse(`${field}.bytes`, `is ${bytes}, but the file has ${content.length}`);
    }
    if (createHash('sha256').update(content).digest('hex') !== sha256) {
      throw refuse(`${field}.sha256`, 'does not match the file');
    }
    if (keep(name)) kept.set(name, content);
  }
  return kept;
}
