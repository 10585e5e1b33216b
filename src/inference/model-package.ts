import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../core/errors.js';
import { check } from '../core/schema.js';
import {
  MANIFEST,
  parseJson,
  readDeclaredFiles,
  readManifestBytes,
  readSignatureFile,
  realFolder,
} from '../model-packages/folder.js';
import {
  listPackages,
  type PackageCandidate,
  type PackageListing,
  type PackageLocation,
} from '../model-packages/listing.js';
import { refuse, refuseAll } from '../model-packages/refusal.js';
import { isKnowledge } from '../model-packages/schema.js';
import { type Seal, sealOf } from '../model-packages/seal.js';
import { folderAlone } from '../model-packages/sources.js';
import { decodeGolden, type GoldenCase } from './golden/cases.js';
import { goldenFileSchema } from './golden/schema.js';
import {
  type DeclaredGraph,
  declaredGraphs,
  furtherFiles,
  manifestFaults,
} from './manifest-rules.js';
import { type ModelManifest, modelManifestSchema } from './schema.js';

/** One network of a package, with the outputs that every backend must reproduce. */
export interface Graph {
  /** Id of the package; its further graphs have a name after a slash. */
  readonly id: string;
  readonly weights: Uint8Array;
  readonly golden: readonly GoldenCase[];
  readonly tolerance: Readonly<Record<string, number>>;
}

/** A package whose every declared byte has been checked. */
export interface ModelPackage {
  readonly manifest: ModelManifest;
  readonly seal: Seal;
  readonly dir: string;
  /** The one that `weights` names. */
  readonly graph: Graph;
  /** Further ones by name. */
  readonly moreGraphs: ReadonlyMap<string, Graph>;
  /** Further inputs of the opener, by the names of their files. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export type ListedModelPackage = PackageListing<ModelPackage>;

/** Extensions of weight files: one that the manifest does not declare is not allowed in a package. */
const WEIGHTS = /\.(onnx|ort|data|bin|pb|pt|pth|ckpt|h5|tflite|safetensors|gguf)$/i;

function readManifest(content: unknown): ModelManifest {
  const result = check(modelManifestSchema, content);
  if (!result.ok) throw refuseAll(result.issues);
  const faults = manifestFaults(result.value);
  if (faults.length > 0) throw refuseAll(faults);
  return result.value;
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

function readGolden(bytes: Uint8Array, { golden }: DeclaredGraph): GoldenCase[] {
  const { file, tolerance } = golden;
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

async function loadFrom({ realDir, seal, ...candidate }: PackageCandidate): Promise<ModelPackage> {
  const manifest = readManifest(candidate.manifest);
  await refuseUndeclaredWeights(realDir, manifest);
  const declared = declaredGraphs(manifest);
  const further = furtherFiles(manifest);
  const needed = new Set([
    ...declared.flatMap(({ weights, golden }) => [weights, golden.file]),
    ...further,
  ]);
  const kept = await readDeclaredFiles(realDir, manifest.files, (name) => needed.has(name));
  const bytesOf = (name: string): Uint8Array => {
    const bytes = kept.get(name);
    if (bytes === undefined) throw refuse('files', 'is not complete');
    return bytes;
  };
  const graphs = declared.map((one): [string, Graph] => [
    one.name,
    {
      id: one.name === '' ? manifest.id : `${manifest.id}/${one.name}`,
      weights: bytesOf(one.weights),
      golden: readGolden(bytesOf(one.golden.file), one),
      tolerance: one.golden.tolerance,
    },
  ]);
  const moreGraphs = new Map(graphs);
  const graph = moreGraphs.get('');
  moreGraphs.delete('');
  if (graph === undefined) throw refuse('weights', 'is missing');
  const files = new Map(further.map((name) => [name, bytesOf(name)]));
  return { manifest, seal, dir: realDir, graph, moreGraphs, files };
}

/**
 * Reads a package and checks all of it. Nothing is returned unless every declared file is present,
 * inside the folder and has the declared bytes.
 * @throws AppError `model_unavailable` that names the field of the manifest at fault
 */
export async function loadModelPackage(dir: string): Promise<ModelPackage> {
  const realDir = await realFolder(dir);
  const bytes = await readManifestBytes(realDir);
  const { trust } = folderAlone(dir);
  const seal = sealOf(bytes, await readSignatureFile(realDir), { trust, isRelease: false });
  return loadFrom({ realDir, manifest: parseJson(bytes, MANIFEST), seal });
}

/** All model packages; knowledge packages are not opened by workers. */
export function listModelPackages(where: PackageLocation): Promise<ListedModelPackage[]> {
  return listPackages(where, {
    takes: (manifest) => !isKnowledge(manifest),
    load: (candidate) =>
      loadFrom(candidate).then((loaded) => ({ id: loaded.manifest.id, package: loaded })),
  });
}
