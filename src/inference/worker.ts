import { AppError, messageOf } from '../core/errors.js';
import { faultOf } from '../core/fault.js';
import type { Backend } from './backends/backend.js';
import { createCpuBackend } from './backends/cpu.js';
import { listGpuDevices } from './backends/gpu-adapter.js';
import { createWasmBackend } from './backends/wasm.js';
import { createWebgpuBackend } from './backends/webgpu.js';
import type { ModelStatus, TaskName, Tasks } from './engine.js';
import { isImageManifest, isSpeechManifest } from './manifests/kinds.js';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';
import { type Graph, listModelPackages, type ModelPackage } from './model-package.js';
import { type BestSession, NoBackendError, openBestSession } from './parity.js';
import type { TabularManifest } from './schema.js';
import type { OpenImageModel, OpenModel, OpenSpeechModel } from './tasks/open-model.js';
import { openRecogniser } from './tasks/open-recogniser.js';
import { readImage } from './tasks/read-image.js';
import { readTable } from './tasks/read-table.js';
import type { TaskWatch } from './tasks/task-watch.js';
import { transcribe } from './tasks/transcribe.js';

// The entry of a worker process: the only place where untrusted files are decoded and models run.

const open = new Map<string, OpenModel>();
const speech = new Map<string, OpenSpeechModel>();
const running = new Map<number, AbortController>();

function candidates({ backend, mayUseGpu, allowSoftwareGpu }: WorkerSetup): Backend[] {
  // Where there is no card, looking for one only fills the journal with the driver's complaints.
  const worthLooking = backend === 'webgpu' || allowSoftwareGpu || listGpuDevices().length > 0;
  const gpu = mayUseGpu && worthLooking ? [createWebgpuBackend()] : [];
  const all = [...gpu, createCpuBackend(), createWasmBackend()];
  return backend === 'auto' ? all : all.filter(({ id }) => id === backend);
}

function openGraph(graph: Graph, setup: WorkerSetup): Promise<BestSession> {
  return openBestSession({
    graph,
    candidates: candidates(setup),
    preferred: setup.backend,
    allowSoftwareGpu: setup.allowSoftwareGpu,
    threads: setup.threads,
  });
}

/** Opens every graph of a package; the first is the one that the package is reported by. */
async function openModel(modelPackage: ModelPackage, setup: WorkerSetup): Promise<ModelStatus> {
  const { manifest, seal, graph, moreGraphs, files } = modelPackage;
  const { id } = manifest;
  try {
    const { session, backend, reports } = await openGraph(graph, setup);
    if (isSpeechManifest(manifest)) {
      const sessions = new Map([['', session]]);
      for (const [name, further] of moreGraphs) {
        sessions.set(name, (await openGraph(further, setup)).session);
      }
      const recogniser = await openRecogniser({ manifest, files, sessions });
      speech.set(id, { id, recogniser, backend });
    } else open.set(id, { manifest, session, backend });
    return { state: 'ready', id, manifest, seal, backend, reports };
  } catch (error) {
    const reports = error instanceof NoBackendError ? error.reports : [];
    return { state: 'unavailable', id, reason: messageOf(error), reports };
  }
}

async function setUp(setup: WorkerSetup): Promise<ModelStatus[]> {
  const statuses: ModelStatus[] = [];
  for (const entry of await listModelPackages(setup.packages)) {
    statuses.push(
      entry.status === 'verified'
        ? await openModel(entry.package, setup)
        : { state: 'quarantined', id: entry.id, reason: entry.reason, reports: [] },
    );
  }
  return statuses;
}

function modelFor<M>(models: ReadonlyMap<string, M>, id: string): M {
  const model = models.get(id);
  if (model === undefined) {
    throw new AppError('model_unavailable', `The model ${id} is not available.`);
  }
  return model;
}

function imageModelFor(id: string | undefined): OpenImageModel | undefined {
  if (id === undefined) return undefined;
  const { manifest, ...rest } = modelFor(open, id);
  if (!isImageManifest(manifest)) throw new TypeError(`${id} reads no pictures`);
  return { manifest, ...rest };
}

function tableModelFor(id: string): OpenModel<TabularManifest> {
  const { manifest, ...rest } = modelFor(open, id);
  if (manifest.kind !== 'tabular-classifier') throw new TypeError(`${id} reads no tables`);
  return { manifest, ...rest };
}

const PERFORM: {
  [K in TaskName]: (input: Tasks[K]['input'], watch: TaskWatch) => Promise<Tasks[K]['output']>;
} = {
  'read-image': async (input) =>
    readImage(input, {
      reader: imageModelFor(input.readerId),
      segmenter: imageModelFor(input.segmenterId),
    }),
  'read-table': async (input) => readTable(input, tableModelFor(input.modelId)),
  transcribe: async (input, watch) => transcribe(input, modelFor(speech, input.modelId), watch),
};

async function perform(id: number, task: TaskName, input: unknown): Promise<unknown> {
  const controller = new AbortController();
  running.set(id, controller);
  const onProgress = (fraction: number) => void reply({ type: 'progress', id, fraction });
  try {
    // The parent pairs them; the compiler cannot see that across the channel.
    return await PERFORM[task](input as never, { signal: controller.signal, onProgress });
  } finally {
    running.delete(id);
  }
}

const reply = (message: FromWorker) => process.send?.(message);

process.on('message', async (message: ToWorker) => {
  if (message.type === 'ping') return reply({ type: 'pong', id: message.id });
  if (message.type === 'cancel') return running.get(message.id)?.abort();
  if (message.type === 'setup') {
    return reply({ type: 'ready', models: await setUp(message.setup) });
  }
  try {
    const { id, task, input } = message;
    reply({ type: 'done', id, output: await perform(id, task, input) });
  } catch (error) {
    reply({ type: 'failed', id: message.id, fault: faultOf(error) });
  }
});

// Without its parent a worker has nobody to answer. A signal for the whole group is the parent's
// to act on: it drains first and ends the workers last.
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
