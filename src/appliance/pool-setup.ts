import { availableParallelism } from 'node:os';
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import { createModelPool, type ModelPool } from '../inference/model-pool.js';
import type { PackageSources } from '../model-packages/sources.js';
import { MODEL_WORKER } from '../operations/model-worker/entry.js';
import type { Environment, LoadedConfig } from './config/load.js';

export interface PoolSetupParts {
  readonly config: LoadedConfig;
  /** The environment of worker processes. */
  readonly environment: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The packages that they open at their start. */
  readonly packages: PackageSources;
}

const MIB = 1024 * 1024;

/** Creates the configured workers. */
export function createPool({ config, packages, ...parts }: PoolSetupParts): ModelPool {
  const { inference } = config;
  const { cpu_workers, threads_per_worker } = inference;
  const share = Math.max(1, Math.floor(availableParallelism() / cpu_workers));
  return createModelPool({
    entry: MODEL_WORKER,
    ...parts,
    // One process uses the GPU; without other backends further processes have no work.
    workers: inference.backend === 'webgpu' ? 1 : cpu_workers,
    queueLimit: inference.queue_limit,
    limits: {
      timeoutMs: inference.task_timeout_s * 1_000,
      memoryBytes: inference.worker_memory_mb * MIB,
    },
    setup: {
      packages,
      backend: inference.backend,
      allowSoftwareGpu: inference.allow_software_gpu,
      threads: threads_per_worker === 0 ? share : threads_per_worker,
    },
  });
}
