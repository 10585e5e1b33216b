import type { Clock } from '../../core/clock.js';
import type { Logger } from '../../core/logger.js';
import type { TaskTypes } from '../../core/task.js';
import type { GroupSetup } from '../../inference/pool/group-options.js';
import type { WorkerLimits } from '../../inference/pool/remote-worker.js';
import { createThreadTransport } from '../../inference/pool/thread-transport.js';
import { entryBeside } from '../../inference/pool/transport.js';
import { WorkerPool } from '../../inference/pool/worker-pool.js';
import type { PackageSources } from '../../model-packages/sources.js';
import type { THREAD_TASKS } from './thread-tasks.js';

/** The data that a thread is started with. */
export interface ThreadSetup {
  readonly packages: PackageSources;
}

/** Identifies the open knowledge. */
export type KnowledgeWords = readonly string[];

/** Threads that analyse patients and do other long computations. */
export type ThreadPool = WorkerPool<TaskTypes<typeof THREAD_TASKS>, KnowledgeWords>;

/** How analysis threads are run. */
export interface AnalysisThreadOptions {
  /** How many threads there are. */
  readonly count: number;
  /** How many tasks may wait for a thread. */
  readonly queueLimit: number;
  readonly limits: WorkerLimits;
}

export interface ThreadPoolOptions extends AnalysisThreadOptions {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Concurrent tasks of one thread: while one waits for inference, the other runs. */
const CAPACITY = 2;

export const threadTransport = () =>
  createThreadTransport(entryBeside(import.meta.url, 'worker'), 'analysis');

const sameWords = (a: KnowledgeWords, b: KnowledgeWords) =>
  a.length === b.length && a.every((word, n) => word === b[n]);

/**
 * Creates threads that open packages, and are used only if these are identical to those that the
 * appliance has open.
 *
 * @param knowledge identifies the packages that the appliance has open
 */
export const threadSetup = (
  packages: PackageSources,
  knowledge: Promise<KnowledgeWords>,
): GroupSetup<KnowledgeWords> => ({
  setupOf: (): ThreadSetup => ({ packages }),
  refuse: async (report) =>
    sameWords(report, await knowledge)
      ? undefined
      : 'it has other knowledge open than the appliance',
});

export function createThreadPool(
  { count, queueLimit, limits, ...parts }: ThreadPoolOptions,
  setup: GroupSetup<KnowledgeWords>,
): ThreadPool {
  const lane = { limit: queueLimit, patienceMs: limits.timeoutMs };
  return new WorkerPool(
    {
      ...parts,
      transport: threadTransport(),
      label: 'analysis thread',
      workers: count,
      startedFirst: 1,
      capacity: CAPACITY,
      limits,
      lanes: { quick: lane, usual: lane, long: lane },
      lostCode: 'overloaded',
    },
    setup,
  );
}
