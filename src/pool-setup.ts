import { availableParallelism } from 'node:os';
import type { Environment, LoadedConfig } from './config/load.js';
import type { Logger } from './core/logger.js';
import { createWorkerPool } from './inference/pool.js';
import { createRenewablePool, type RenewablePool } from './inference/renewable-pool.js';
import type { PackageSources } from './packages/sources.js';

export interface PoolSetupParts {
  readonly config: LoadedConfig;
  /** What worker processes inherit. */
  readonly environment: Environment;
  readonly logger: Logger;
  /** What they open at their start. */
  readonly packages: PackageSources;
}

const MIB = 1024 * 1024;

/** The workers as the configuration wants them. */
export function createPool(parts: PoolSetupParts): RenewablePool {
  const { environment, logger } = parts;
  const { inference } = parts.config;
  const { cpu_workers, threads_per_worker } = inference;
  const share = Math.max(1, Math.floor(availableParallelism() / cpu_workers));
  const make = (packages: PackageSources) =>
    createWorkerPool({
      // One process drives a GPU; when nothing else is wanted there is nothing for others to do.
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
      environment,
      logger,
    });
  return createRenewablePool(make, parts.packages, logger);
}
