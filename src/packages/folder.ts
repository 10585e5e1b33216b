import { createHash } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError, messageOf } from '../core/errors.js';
import { codeOf, refuse } from './refusal.js';
import type { DeclaredFiles } from './schema.js';

export const MANIFEST = 'model.json';
const MAX_MANIFEST_BYTES = 1_000_000;

/** Reads a file that really lies below `realDir`, up to `maxBytes` and no further. */
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
  if (!path.startsWith(realDir + sep)) throw refuse(field, 'leads out of the package folder');
  let file: FileHandle | undefined;
  try {
    // Before opening: a pipe would hold the reader for ever.
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

/** The folder itself, links followed. */
export async function realFolder(dir: string): Promise<string> {
  try {
    return await realpath(dir);
  } catch (error) {
    throw refuse('the folder', `cannot be read (${codeOf(error)})`, error);
  }
}

/** What `model.json` holds, of any shape. */
export async function readManifestFile(realDir: string): Promise<unknown> {
  return parseJson(await readInside(realDir, MANIFEST, MANIFEST, MAX_MANIFEST_BYTES), MANIFEST);
}

/** The declared files that are to be kept, after all have been held against size and hash. */
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
      throw refuse(`${field}.bytes`, `is ${bytes}, the file has ${content.length}`);
    }
    if (createHash('sha256').update(content).digest('hex') !== sha256) {
      throw refuse(`${field}.sha256`, 'does not match the file');
    }
    if (keep(name)) kept.set(name, content);
  }
  return kept;
}

async function isPackageFolder(modelsDir: string, name: string): Promise<boolean> {
  try {
    // Of the link itself, if it is one: a broken or foreign manifest is to be reported, not skipped.
    await lstat(join(modelsDir, name, MANIFEST));
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR';
  }
}

export type Listed<P> =
  | { readonly id: string; readonly status: 'verified'; readonly package: P }
  | { readonly id: string; readonly status: 'quarantined'; readonly reason: string };

async function loadOrQuarantine<P>(
  modelsDir: string,
  name: string,
  load: (realDir: string, manifest: unknown) => Promise<{ id: string; package: P }> | undefined,
): Promise<Listed<P> | undefined> {
  try {
    const realDir = await realFolder(join(modelsDir, name));
    if (!realDir.startsWith((await realpath(modelsDir)) + sep)) {
      throw refuse('the folder', 'leads out of the models folder');
    }
    const loaded = await load(realDir, await readManifestFile(realDir));
    return loaded && { ...loaded, status: 'verified' };
  } catch (error) {
    return { id: name, status: 'quarantined', reason: messageOf(error) };
  }
}

/**
 * Every subfolder that has a manifest, in order of name; `load` gives nothing for one that is not
 * its business. A bad package is listed with the reason and never hides a good one. Two with the
 * same id are both quarantined: which of them is meant cannot be known.
 */
export async function listPackages<P>(
  modelsDir: string,
  load: (realDir: string, manifest: unknown) => Promise<{ id: string; package: P }> | undefined,
): Promise<Listed<P>[]> {
  const listed: Listed<P>[] = [];
  for (const name of (await readdir(modelsDir)).sort()) {
    if (!(await isPackageFolder(modelsDir, name))) continue;
    const entry = await loadOrQuarantine(modelsDir, name, load);
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
