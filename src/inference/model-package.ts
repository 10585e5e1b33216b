import { createHash } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError, type Issue, messageOf } from '../core/errors.js';
import { check } from '../core/schema.js';
import { decodeGolden, type GoldenCase } from './golden/cases.js';
import { goldenFileSchema } from './golden/schema.js';
import { manifestFaults } from './manifest-rules.js';
import { type ModelManifest, modelManifestSchema } from './schema.js';

/** A package of which every declared byte has been checked. */
export interface ModelPackage {
  readonly manifest: ModelManifest;
  readonly dir: string;
  readonly weights: Uint8Array;
  readonly golden: readonly GoldenCase[];
}

export type ListedModelPackage =
  | { readonly id: string; readonly status: 'verified'; readonly package: ModelPackage }
  | { readonly id: string; readonly status: 'quarantined'; readonly reason: string };

const MANIFEST = 'model.json';
const MAX_MANIFEST_BYTES = 1_000_000;
/** Endings of files that hold weights: one that nobody vouches for has no place in a package. */
const WEIGHTS = /\.(onnx|ort|data|bin|pb|pt|pth|ckpt|h5|tflite|safetensors|gguf)$/i;

function refuse(field: string, issue: string, cause?: unknown): AppError {
  return new AppError('model_unavailable', `The model package is not valid: ${field} ${issue}.`, {
    issues: [{ field, issue }],
    cause,
  });
}

function refuseAll(issues: readonly Issue[]): AppError {
  const list = issues.map(({ field, issue }) => `${field} ${issue}`).join('; ');
  return new AppError('model_unavailable', `The model package is not valid: ${list}.`, { issues });
}

/** A code such as ENOENT, and never the path: the message may reach a client. */
function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}

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

function parseJson(bytes: Uint8Array, field: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw refuse(field, 'is not JSON', error);
  }
}

async function readManifest(realDir: string): Promise<ModelManifest> {
  const bytes = await readInside(realDir, MANIFEST, MANIFEST, MAX_MANIFEST_BYTES);
  const result = check(modelManifestSchema, parseJson(bytes, MANIFEST));
  if (!result.ok) throw refuseAll(result.issues);
  const faults = manifestFaults(result.value);
  if (faults.length > 0) throw refuseAll(faults);
  return result.value;
}

/** The declared files by name, each of the declared size and hash. */
async function readDeclaredFiles(
  realDir: string,
  manifest: ModelManifest,
): Promise<Map<string, Buffer>> {
  const kept = new Map<string, Buffer>();
  for (const [name, { sha256, bytes }] of Object.entries(manifest.files)) {
    const field = `files.${name}`;
    const content = await readInside(realDir, name, field, bytes);
    if (content.length !== bytes) {
      throw refuse(`${field}.bytes`, `is ${bytes}, the file has ${content.length}`);
    }
    if (createHash('sha256').update(content).digest('hex') !== sha256) {
      throw refuse(`${field}.sha256`, 'does not match the file');
    }
    if (name === manifest.weights || name === manifest.golden.file) kept.set(name, content);
  }
  return kept;
}

async function refuseUndeclaredWeights(realDir: string, manifest: ModelManifest): Promise<void> {
  const entries = await readdir(realDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory() || !WEIGHTS.test(entry.name)) continue;
    const name = relative(realDir, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!Object.hasOwn(manifest.files, name)) {
      throw refuse('files', `does not list the weights file ${name}`);
    }
  }
}

function readGolden(bytes: Uint8Array, manifest: ModelManifest): GoldenCase[] {
  const { file, tolerance } = manifest.golden;
  const result = check(goldenFileSchema, parseJson(bytes, file));
  if (!result.ok) {
    throw refuseAll(
      result.issues.map(({ field, issue }) => ({ field: `${file}.${field}`, issue })),
    );
  }
  let cases: GoldenCase[];
  try {
    cases = decodeGolden(result.value);
  } catch (error) {
    throw refuse(file, messageOf(error), error);
  }
  // A package that compares nothing would pass on any backend.
  cases.forEach((entry, index) => {
    for (const output of Object.keys(tolerance)) {
      if (!Object.hasOwn(entry.outputs, output)) {
        throw refuse(`${file}.cases.${index}.outputs.${output}`, 'is missing');
      }
    }
    for (const output of Object.keys(entry.outputs)) {
      if (!Object.hasOwn(tolerance, output)) {
        throw refuse(`golden.tolerance.${output}`, 'is missing');
      }
    }
  });
  return cases;
}

/**
 * Reads a package and checks it whole. Nothing is returned unless every declared file is there,
 * lies in the folder and has the declared bytes.
 * @throws AppError `model_unavailable` that names the field of the manifest at fault
 */
export async function loadModelPackage(dir: string): Promise<ModelPackage> {
  let realDir: string;
  try {
    realDir = await realpath(dir);
  } catch (error) {
    throw refuse('the folder', `cannot be read (${codeOf(error)})`, error);
  }
  const manifest = await readManifest(realDir);
  await refuseUndeclaredWeights(realDir, manifest);
  const files = await readDeclaredFiles(realDir, manifest);
  const weights = files.get(manifest.weights);
  const golden = files.get(manifest.golden.file);
  if (weights === undefined || golden === undefined) throw refuse('files', 'is not complete');
  return { manifest, dir, weights, golden: readGolden(golden, manifest) };
}

async function loadOrQuarantine(modelsDir: string, name: string): Promise<ListedModelPackage> {
  try {
    const dir = join(modelsDir, name);
    const [realModelsDir, realDir] = await Promise.all([realpath(modelsDir), realpath(dir)]);
    if (!realDir.startsWith(realModelsDir + sep)) {
      throw refuse('the folder', 'leads out of the models folder');
    }
    const loaded = await loadModelPackage(dir);
    return { id: loaded.manifest.id, status: 'verified', package: loaded };
  } catch (error) {
    return { id: name, status: 'quarantined', reason: messageOf(error) };
  }
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

/**
 * Every subfolder that has a manifest, in order of name. A bad package is listed with the reason
 * and never hides a good one. Two with the same id are both quarantined: which of them is meant
 * cannot be known.
 */
export async function listModelPackages(modelsDir: string): Promise<ListedModelPackage[]> {
  const names = (await readdir(modelsDir)).sort();
  const listed: ListedModelPackage[] = [];
  for (const name of names) {
    if (await isPackageFolder(modelsDir, name))
      listed.push(await loadOrQuarantine(modelsDir, name));
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
