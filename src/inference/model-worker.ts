import { inferenceEnvironment } from './backends/gpu-adapter.js';
import type { ModelStatus } from './model-status.js';
import { createProcessTransport, type Environment } from './pool/process-transport.js';
import { RemoteWorker } from './pool/remote-worker.js';
import type { Transport, WorkerEntry } from './pool/transport.js';
import type { WorkerSetup } from './worker-setup.js';

/** How workers that decode untrusted files and run models are started. */
export const modelWorkerTransport = (
  entry: WorkerEntry,
  environment: Environment,
  { allowSoftwareGpu }: Pick<WorkerSetup, 'allowSoftwareGpu'>,
): Transport =>
  createProcessTransport(entry, {
    ...environment,
    ...inferenceEnvironment({ allowSoftwareGpu }),
  });

const MAX_MS = 60 * 60_000;

/**
 * Starts a separate worker for a command; the caller ends it.
 *
 * @returns a worker whose report is `ModelStatus[]`
 */
export function startModelWorker(
  entry: WorkerEntry,
  setup: WorkerSetup,
  environment: Environment,
): RemoteWorker {
  const transport = modelWorkerTransport(entry, environment, setup);
  const limits = { timeoutMs: MAX_MS, memoryBytes: Number.POSITIVE_INFINITY };
  return new RemoteWorker({ transport, setup, limits, lostCode: 'model_unavailable' });
}

/**
 * Opens packages in a new worker, like the daemon, and ends it.
 *
 * @throws AppError `model_unavailable` when the worker ends unexpectedly, or takes too long
 */
export async function openInOneWorker(
  entry: WorkerEntry,
  setup: WorkerSetup,
  environment: Environment,
  timeoutMs: number,
): Promise<readonly ModelStatus[]> {
  const worker = startModelWorker(entry, setup, environment);
  const timer = setTimeout(() => worker.end('it took longer than allowed'), timeoutMs);
  try {
    const { report } = await worker.ready;
    return report as readonly ModelStatus[];
  } finally {
    clearTimeout(timer);
    worker.end('its work is done');
    await worker.ended;
  }
}
