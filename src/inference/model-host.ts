import { AppError, messageOf } from '../core/errors.js';
import type { Backend } from './backends/backend.js';
import { createCpuBackend } from './backends/cpu.js';
import { listGpuDevices } from './backends/gpu-adapter.js';
import { createWasmBackend } from './backends/wasm.js';
import { createWebgpuBackend } from './backends/webgpu.js';
import type { AnyModelOpener, ModelWorker } from './model-opener.js';
import { type Graph, listModelPackages, type ModelPackage } from './model-package.js';
import type { ModelStatus } from './model-status.js';
import { type BestSession, NoBackendError, openBestSession } from './parity.js';
import type { WorkerSetup } from './worker-setup.js';

function candidates({ backend, mayUseGpu, allowSoftwareGpu }: WorkerSetup): Backend[] {
  // Without a graphics card, looking for one only fills the log with errors of the driver.
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

/** An open model, and the opener that opened it. */
interface OpenedModel {
  readonly opener: AnyModelOpener;
  readonly opened: unknown;
}

/** The models that this worker has open: the only place where models are opened. */
export class ModelHost implements ModelWorker {
  readonly #openers: readonly AnyModelOpener[];
  readonly #models = new Map<string, OpenedModel>();

  constructor(openers: readonly AnyModelOpener[]) {
    this.#openers = openers;
  }

  /** Opens every package that a model runs from. */
  async open(setup: WorkerSetup): Promise<ModelStatus[]> {
    const statuses: ModelStatus[] = [];
    for (const entry of await listModelPackages(setup.packages)) {
      statuses.push(
        entry.status === 'verified'
          ? await this.#openModel(entry.package, setup)
          : { state: 'quarantined', id: entry.id, reason: entry.reason, reports: [] },
      );
    }
    return statuses;
  }

  model<Opened>(opener: AnyModelOpener<Opened>, id: string): Opened {
    const model = this.#models.get(id);
    if (model === undefined) {
      throw new AppError('model_unavailable', `The model ${id} is not available.`);
    }
    if (model.opener !== opener) throw new TypeError(`${id} is not a model for this task`);
    return model.opened as Opened;
  }

  openReference(weights: Uint8Array) {
    return createCpuBackend().open(weights, { threads: 0 });
  }

  /** Opens every graph of a package; the first is the one that the package is reported by. */
  async #openModel(modelPackage: ModelPackage, setup: WorkerSetup): Promise<ModelStatus> {
    const { manifest, seal, graph, moreGraphs, files } = modelPackage;
    const { id, kind } = manifest;
    try {
      const { session, backend, reports } = await openGraph(graph, setup);
      const sessions = new Map([['', session]]);
      for (const [name, further] of moreGraphs) {
        sessions.set(name, (await openGraph(further, setup)).session);
      }
      const opener = this.#openers.find(({ kinds }) => kinds.includes(kind));
      if (opener === undefined) throw new TypeError(`no task serves models of the kind ${kind}`);
      const parts = { manifest, files, sessions, session, backend };
      // The opener takes manifests of this kind; the compiler cannot see that.
      this.#models.set(id, { opener, opened: await opener.open(parts as never) });
      return { state: 'ready', id, manifest, seal, backend, reports };
    } catch (error) {
      const reports = error instanceof NoBackendError ? error.reports : [];
      return { state: 'unavailable', id, reason: messageOf(error), reports };
    }
  }
}
