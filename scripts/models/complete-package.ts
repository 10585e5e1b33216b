import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Issue } from '../../src/core/errors.js';
import { check } from '../../src/core/schema.js';
import type { Backend, Session } from '../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../src/inference/backends/cpu.js';
import { createWasmBackend } from '../../src/inference/backends/wasm.js';
import { decodeGolden } from '../../src/inference/golden/cases.js';
import { type GoldenFile, goldenFileSchema } from '../../src/inference/golden/schema.js';
import {
  inputTensorName,
  manifestFaults,
  outputTensors,
} from '../../src/inference/manifest-rules.js';
import { loadModelPackage, type ModelPackage } from '../../src/inference/model-package.js';
import { type BackendReport, NoBackendError, openBestSession } from '../../src/inference/parity.js';
import { type ModelManifest, modelManifestSchema } from '../../src/inference/schema.js';
import { filesBelow } from '../../src/model-packages/declared-files.js';
import { MANIFEST } from '../../src/model-packages/folder.js';
import { makeGoldenFile } from './golden-cases.js';

/** Insignificant differences between kernels, as a fraction of the largest output. */
const NOISE = 1e-3;
const NOTHING_YET = { sha256: '0'.repeat(64), bytes: 0 };

type Json = Readonly<Record<string, unknown>>;
type Tolerance = Record<string, number>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordAt = (value: Json, key: string): Json => {
  const found = value[key];
  return isRecord(found) ? found : {};
};

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Error(`${path} cannot be read as JSON`, { cause });
  }
}

function refuse(issues: readonly Issue[]): Error {
  return new Error(issues.map(({ field, issue }) => `${field} ${issue}`).join('\n'));
}

/** Validates the incomplete manifest, with placeholders for what is still to be computed. */
function checkDraft(draft: Json, files: ModelManifest['files'], golden: string): ModelManifest {
  const told = recordAt(recordAt(draft, 'golden'), 'tolerance');
  const result = check(modelManifestSchema, {
    ...draft,
    files: { [golden]: NOTHING_YET, ...files },
    golden: { file: golden, tolerance: told },
  });
  if (!result.ok) throw refuse(result.issues);
  const { tolerance } = result.value.golden;
  for (const name of Object.values(outputTensors(result.value))) tolerance[name] ??= 0;
  const issues = manifestFaults(result.value);
  if (issues.length > 0) throw refuse(issues);
  return result.value;
}

function checkTensors(session: Session, manifest: ModelManifest, outputs: readonly string[]) {
  const further =
    manifest.kind === 'speech-ctc' && manifest.input.form === 'log-mel'
      ? manifest.input.length_name
      : undefined;
  const named = [inputTensorName(manifest), ...(further === undefined ? [] : [further])].join();
  const taken = session.inputNames.join();
  if (taken !== named) throw new Error(`input.name is ${named}, the graph takes ${taken}`);
  for (const output of outputs) {
    if (!session.outputNames.includes(output)) {
      throw new Error(`outputs names ${output}, the graph gives ${session.outputNames.join()}`);
    }
  }
}

/** The draft's limits, and for those it leaves open one in proportion to the outputs. */
function tolerancesFor(file: GoldenFile, names: readonly string[], told: Json): Tolerance {
  const cases = decodeGolden(file);
  const limitOf = (name: string): number => {
    const own = told[name];
    if (typeof own === 'number') return own;
    const tensors = cases.map(({ outputs }) => outputs[name]);
    if (tensors.every((tensor) => tensor?.dtype === 'int64')) return 0;
    let most = 1;
    for (const tensor of tensors) {
      for (const value of tensor?.data ?? []) most = Math.max(most, Math.abs(Number(value)));
    }
    return Number((NOISE * most).toPrecision(3));
  };
  return Object.fromEntries(names.map((name) => [name, limitOf(name)]));
}

/** The gate as the appliance runs it, one backend after the other. */
async function tryBackends(loaded: ModelPackage): Promise<BackendReport[]> {
  const reports: BackendReport[] = [];
  for (const backend of [createCpuBackend(), createWasmBackend()] satisfies Backend[]) {
    try {
      const best = await openBestSession({
        graph: loaded.graph,
        candidates: [backend],
        preferred: backend.id,
        allowSoftwareGpu: false,
        threads: 0,
      });
      reports.push(...best.reports);
      await best.session.release();
    } catch (error) {
      if (!(error instanceof NoBackendError)) throw error;
      reports.push(...error.reports);
    }
  }
  return reports;
}

/** The golden file that is there, untouched, or a new one. */
async function goldenFor(
  path: string,
  session: Session,
  manifest: ModelManifest,
  outputs: readonly string[],
  remake: boolean,
): Promise<GoldenFile> {
  if (remake || !existsSync(path)) {
    const made = await makeGoldenFile(session, manifest, outputs);
    await writeFile(path, `${JSON.stringify(made)}\n`);
    return made;
  }
  const kept = check(goldenFileSchema, await readJson(path));
  if (kept.ok) return kept.value;
  throw new Error(kept.issues.map(({ field, issue }) => `${path}: ${field} ${issue}`).join('\n'));
}

/**
 * Completes a folder with weights and a half-written manifest: golden cases, tolerances, sizes and
 * hashes; then loads it and runs its golden cases as the appliance does.
 *
 * @param remakeGolden answers of this machine replace a golden file that is there
 * @throws Error that names the field of the manifest at fault
 */
export async function completePackage(
  dir: string,
  { remakeGolden = false }: { remakeGolden?: boolean } = {},
): Promise<{ loaded: ModelPackage; reports: BackendReport[] }> {
  const draft = await readJson(join(dir, MANIFEST));
  if (!isRecord(draft)) throw new Error(`${MANIFEST} must hold an object`);
  const told = recordAt(draft, 'golden');
  const golden = typeof told.file === 'string' ? told.file : 'golden.json';
  const manifest = checkDraft(draft, await filesBelow(dir), golden);
  const outputs = [...new Set(Object.values(outputTensors(manifest)))];
  const session = await createCpuBackend().open(await readFile(join(dir, manifest.weights)), {
    threads: 0,
  });
  try {
    checkTensors(session, manifest, outputs);
    const path = join(dir, golden);
    const file = await goldenFor(path, session, manifest, outputs, remakeGolden);
    const tolerance = tolerancesFor(file, outputs, recordAt(told, 'tolerance'));
    const complete = {
      ...draft,
      files: await filesBelow(dir),
      golden: { file: golden, tolerance },
    };
    await writeFile(join(dir, MANIFEST), `${JSON.stringify(complete, null, 2)}\n`);
  } finally {
    await session.release();
  }
  const loaded = await loadModelPackage(dir);
  return { loaded, reports: await tryBackends(loaded) };
}
