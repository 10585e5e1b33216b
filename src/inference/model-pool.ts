import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import type { PackageLocation } from '../model-packages/listing.js';
import type { PackageSources } from '../model-packages/sources.js';
import type { Engine } from './engine.js';
import { mergeModels } from './merge-models.js';
import type { ModelStatus } from './model-status.js';
import type { ModelTasks } from './model-tasks.js';
import { modelWorkerTransport } from './model-worker.js';
import type { GroupLoad, GroupSetup } from './pool/group-options.js';
import type { Environment } from './pool/process-transport.js';
import type { WorkerLimits } from './pool/remote-worker.js';
import type { WorkerEntry } from './pool/transport.js';
import { WorkerPool } from './pool/worker-pool.js';
import type { WorkerSetup } from './worker-setup.js';

export interface ModelPoolOptions {
  /** The program that a worker runs. */
  readonly entry: WorkerEntry;
  readonly workers: number;
  /** How many long tasks may wait, and how many that take about a second. */
  readonly queueLimit: number;
  readonly limits: WorkerLimits;
  readonly setup: Omit<WorkerSetup, 'mayUseGpu'>;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Worker processes that decode untrusted files and run models. */
export interface ModelPool extends Engine {
  /** Resolves when every worker has become ready or has failed its first start. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Opens packages in new workers, which take all further calls. Earlier calls end on the previous
   * workers, which then end.
   *
   * @returns false when no worker could be started: the previous ones continue
   */
  renew(packages: PackageSources): Promise<boolean>;
  /** True when at least one worker is ready and every idle one answers; one that does not is replaced. */
  alive(timeoutMs: number): Promise<boolean>;
  load(): Omit<GroupLoad, 'lost'>;
}

/** How many table rows may wait: a second's work, in little memory. */
const QUICK_LIMIT = 1_024;
/** Factor by which a recording may wait longer than other tasks, as it takes minutes. */
const LONG_PATIENCE = 4;

/** Logs in full why a package does not serve: clients get no backend's error. */
function warnOf(logger: Logger, { id, state, reports, ...status }: ModelStatus): void {
  const reason = 'reason' in status ? status.reason : undefined;
  const backends = reports.map(({ backend, reason: why }) => ({ backend, reason: why }));
  logger.warn({ model: id, state, reason, backends }, 'model is not available');
}

export function createModelPool(options: ModelPoolOptions): ModelPool {
  const { workers, limits, queueLimit, environment, logger, clock } = options;
  const { timeoutMs } = limits;
  const setupOf = (packages: PackageLocation): GroupSetup<readonly ModelStatus[]> => ({
    setupOf: (index) => ({ ...options.setup, packages, mayUseGpu: index === 0 }),
    refuse(models) {
      for (const model of models) if (model.state !== 'ready') warnOf(logger, model);
      return undefined;
    },
  });
  const pool = new WorkerPool<ModelTasks, readonly ModelStatus[]>(
    {
      transport: modelWorkerTransport(options.entry, environment, options.setup),
      label: 'worker',
      workers,
      startedFirst: workers,
      capacity: 1,
      limits,
      lanes: {
        quick: { limit: QUICK_LIMIT, patienceMs: timeoutMs },
        usual: { limit: queueLimit, patienceMs: timeoutMs },
        long: { limit: queueLimit, patienceMs: timeoutMs * LONG_PATIENCE },
      },
      lostCode: 'model_unavailable',
      logger,
      clock,
    },
    setupOf(options.setup.packages),
  );
  return {
    // A service reads the models and calls one in the same turn of the event loop, so that both are of
    // the same group.
    models: () => mergeModels(pool.reports()),
    run: (task, input, watch) => pool.run(task, input, watch),
    start: () => pool.start(),
    stop: () => pool.stop(),
    renew: (packages) => pool.renew(setupOf(packages)),
    load: () => pool.load(),
    alive: async (ms) => (await pool.alive(ms)) && pool.load().up > 0,
  };
}
