/**
 * A process of its own that opens fixture packages on one backend, by way of the parity gate, and
 * prints what it found as one line of JSON. Graphics drivers and their settings belong to a whole
 * process, so the test cannot do this itself.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend, BackendId, Tensors } from '../../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../../src/inference/backends/cpu.js';
import { createWasmBackend } from '../../../src/inference/backends/wasm.js';
import { createWebgpuBackend } from '../../../src/inference/backends/webgpu.js';
import { loadModelPackage, type ModelPackage } from '../../../src/inference/model-package.js';
import { NoBackendError, openBestSession } from '../../../src/inference/parity.js';
import type { ChildReport, ChildRequest, ModelReport } from './session-child-types.js';

const CREATE: Record<BackendId, () => Backend> = {
  cpu: createCpuBackend,
  wasm: createWasmBackend,
  webgpu: createWebgpuBackend,
};

const plain = (tensors: Tensors) =>
  Object.fromEntries(
    Object.entries(tensors).map(([name, { data }]) => [name, [...data].map(Number)]),
  );

async function runPackage(
  loaded: ModelPackage,
  backend: Backend,
  request: ChildRequest,
): Promise<ModelReport> {
  try {
    const best = await openBestSession({
      graph: loaded.graph,
      candidates: [backend],
      preferred: request.backend,
      allowSoftwareGpu: request.allowSoftwareGpu,
      threads: request.threads,
    });
    const outputs = [];
    for (const entry of loaded.graph.golden)
      outputs.push(plain(await best.session.run(entry.inputs)));
    await best.session.release();
    return { report: best.reports[0]!, outputs };
  } catch (error) {
    if (!(error instanceof NoBackendError)) throw error;
    return { report: error.reports[0]!, outputs: [] };
  }
}

/** Which provider ran each kind of operator, from the library's own profile of one run. */
async function profile(loaded: ModelPackage): Promise<Record<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'wardbox-profile-'));
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(loaded.graph.weights, {
    executionProviders: ['webgpu'],
    enableProfiling: true,
    profileFilePrefix: join(folder, 'run'),
    logSeverityLevel: 3,
  });
  const { image } = loaded.graph.golden[0]!.inputs;
  await session.run({ image: new Tensor('float32', image!.data as Float32Array, image!.shape) });
  session.endProfiling();
  const [file] = await readdir(folder);
  const events: { args?: { op_name?: string; provider?: string } }[] = JSON.parse(
    await readFile(join(folder, file!), 'utf8'),
  );
  await session.release();
  await rm(folder, { recursive: true });
  const providers: Record<string, string[]> = {};
  for (const { args } of events) {
    if (!args?.op_name || !args.provider) continue;
    const known = providers[args.op_name] ?? [];
    providers[args.op_name] = [...new Set([...known, args.provider])];
  }
  return providers;
}

async function main(request: ChildRequest): Promise<ChildReport> {
  // Everything must come from the disk.
  globalThis.fetch = () => Promise.reject(new Error('no network here'));
  const backend = CREATE[request.backend]();
  const probe = await backend.probe();
  const models: Record<string, ModelReport> = {};
  const providers: Record<string, Record<string, string[]>> = {};
  for (const dir of request.packages) {
    const loaded = await loadModelPackage(dir);
    models[loaded.manifest.id] = await runPackage(loaded, backend, request);
    if (request.profile) providers[loaded.manifest.id] = await profile(loaded);
  }
  const maps = process.platform === 'linux' ? readFileSync('/proc/self/maps', 'utf8') : '';
  return {
    probe,
    models,
    providers,
    nativeLoaded: maps.includes('libonnxruntime'),
    pid: process.pid,
  };
}

const report = await main(JSON.parse(process.argv[2]!) as ChildRequest);
process.stdout.write(`\n${JSON.stringify(report)}\n`);
