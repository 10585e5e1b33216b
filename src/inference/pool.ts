import { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { Engine, ModelStatus, RunOptions, TaskName, Tasks } from './engine.js';
import type { WorkerSetup } from './messages.js';
import { createTaskQueue, type Lane } from './task-queue.js';
import {
  type Environment,
  startWorkerProcess,
  type TaskLimits,
  type WorkerProcess,
} from './worker-process.js';

export interface PoolOptions {
  readonly workers: number;
  readonly queueLimit: number;
  readonly limits: TaskLimits;
  readonly setup: Omit<WorkerSetup, 'mayUseGpu'>;
  readonly environment: Environment;
  readonly logger: Logger;
}

export interface WorkerPool extends Engine {
  /** Resolves when every worker has become ready or has failed its first start. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * True when at least one worker is up and every idle one answers; one that does not is ended and
   * replaced. A busy one may hold its thread until its deadline, which ends it.
   */
  alive(timeoutMs: number): Promise<boolean>;
  load(): { workers: number; up: number; busy: number; queued: number };
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 30_000;
/** Rows of tables that may wait: a second's work, in little memory. */
const QUICK_LIMIT = 1_024;
/** A recording may wait so many times longer than anything else: it takes minutes itself. */
const LONG_PATIENCE = 4;
/** A worker that has lived this long has earned a quick restart again. */
const STEADY_MS = 60_000;

const LANES: Readonly<Record<TaskName, Lane>> = {
  'read-table': 'quick',
  'read-image': 'usual',
  transcribe: 'long',
};

interface Slot {
  readonly index: number;
  process?: WorkerProcess;
  /** `starting` also covers the pause before a restart. */
  state: 'starting' | 'idle' | 'busy';
  /** As last reported; kept while a crashed worker is replaced. */
  models: readonly ModelStatus[];
  /** Whether it is busy with something that takes minutes. */
  long: boolean;
  backoffMs: number;
}

interface Job {
  readonly task: TaskName;
  readonly input: unknown;
  readonly watch: RunOptions;
  /** Runs while the job waits; what is left running would keep the input in memory. */
  patience?: NodeJS.Timeout;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

const overloaded = (): AppError =>
  new AppError('overloaded', 'Too much work is waiting; try again soon.', { retryAfterSeconds: 2 });
const stopping = (): AppError =>
  new AppError('shutting_down', 'The appliance is stopping.', { retryAfterSeconds: 10 });
const cancelled = (): AppError =>
  new AppError('client_closed_request', 'The client closed the request.');

/** The model as its best worker sees it: one that serves is better than one that could not. */
function mergeModels(slots: readonly Slot[]): ModelStatus[] {
  const merged = new Map<string, ModelStatus>();
  for (const status of slots.flatMap(({ models }) => models)) {
    const known = merged.get(status.id);
    if (known === undefined || (known.state !== 'ready' && status.state === 'ready')) {
      merged.set(status.id, status);
    }
  }
  return [...merged.values()];
}

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { logger } = options;
  const queue = createTaskQueue<Job>(
    { quick: QUICK_LIMIT, usual: options.queueLimit, long: options.queueLimit },
    ({ task }) => LANES[task],
  );
  const slots: Slot[] = Array.from({ length: options.workers }, (_, index) => ({
    index,
    state: 'starting',
    models: [],
    long: false,
    backoffMs: FIRST_BACKOFF_MS,
  }));
  const restarts = new Set<NodeJS.Timeout>();
  let stopped = false;

  /** Why a package does not serve, in full: what clients are told names no backend's error. */
  function warnOf({ id, state, reports, ...status }: ModelStatus): void {
    const reason = 'reason' in status ? status.reason : undefined;
    const backends = reports.map(({ backend, reason: why }) => ({ backend, reason: why }));
    logger.warn({ model: id, state, reason, backends }, 'model does not serve');
  }

  /** Starts the child of a slot and, whenever it ends, another one after a pause. */
  async function launch(slot: Slot): Promise<void> {
    const startedAt = performance.now();
    const worker = startWorkerProcess(
      { ...options.setup, mayUseGpu: slot.index === 0 },
      options.environment,
    );
    slot.process = worker;
    void worker.ended.then((reason) => {
      delete slot.process;
      slot.state = 'starting';
      if (stopped) return;
      logger.error({ worker: slot.index, pid: worker.pid, reason }, 'worker ended');
      if (performance.now() - startedAt > STEADY_MS) slot.backoffMs = FIRST_BACKOFF_MS;
      const timer = setTimeout(() => {
        restarts.delete(timer);
        void launch(slot);
      }, slot.backoffMs);
      restarts.add(timer);
      slot.backoffMs = Math.min(slot.backoffMs * 2, LONGEST_BACKOFF_MS);
    });
    try {
      slot.models = await worker.ready;
      slot.state = 'idle';
      logger.info({ worker: slot.index, pid: worker.pid }, 'worker ready');
      for (const model of slot.models) if (model.state !== 'ready') warnOf(model);
      dispatch();
    } catch {
      // Its end was logged above and brings the next start.
    }
  }

  /** Recordings leave one worker to everybody else, where there is more than one. */
  function mayBeLong(): boolean {
    const long = slots.filter((slot) => slot.state === 'busy' && slot.long).length;
    return long < Math.max(1, slots.length - 1);
  }

  function dispatch(): void {
    for (const slot of slots) {
      if (slot.state !== 'idle') continue;
      const job = queue.take({ mayBeLong: mayBeLong() });
      if (job === undefined) return;
      void work(slot, job);
    }
  }

  async function work(slot: Slot, job: Job): Promise<void> {
    const worker = slot.process;
    if (worker === undefined) return;
    clearTimeout(job.patience);
    slot.state = 'busy';
    slot.long = LANES[job.task] === 'long';
    try {
      job.resolve(await worker.run(job.task, job.input, options.limits, job.watch));
    } catch (error) {
      job.reject(error);
    } finally {
      // After a crash the slot holds no process, or already the next one.
      if (slot.process === worker) slot.state = 'idle';
      dispatch();
    }
  }

  const patienceMs = ({ task }: Job) =>
    options.limits.timeoutMs * (LANES[task] === 'long' ? LONG_PATIENCE : 1);

  /** Queues a job; it leaves the queue when a worker, its signal or its time takes it. */
  function enqueue(job: Job): void {
    if (!queue.offer(job)) {
      job.reject(overloaded());
      return;
    }
    const leave = (error: AppError) => {
      clearTimeout(job.patience);
      queue.remove(job);
      job.reject(error);
    };
    job.patience = setTimeout(() => {
      if (queue.remove(job)) job.reject(overloaded());
    }, patienceMs(job));
    job.patience.unref();
    job.watch.signal?.addEventListener('abort', () => leave(cancelled()), { once: true });
    dispatch();
  }

  function run<K extends TaskName>(
    task: K,
    input: Tasks[K]['input'],
    watch: RunOptions = {},
  ): Promise<Tasks[K]['output']> {
    return new Promise((resolve, reject) => {
      if (stopped) return reject(stopping());
      if (watch.signal?.aborted) return reject(cancelled());
      const give = (output: unknown) => resolve(output as never);
      enqueue({ task, input, watch, resolve: give, reject });
    });
  }

  /** Nothing of a worker that is not up; otherwise whether it answers. A hung one is replaced. */
  async function answersOf(slot: Slot, timeoutMs: number): Promise<boolean[]> {
    const { process, state } = slot;
    if (process === undefined || state === 'starting') return [];
    if (state === 'busy' || (await process.ping(timeoutMs))) return [true];
    // No work for it between the signal and its end.
    if (slot.process === process) slot.state = 'starting';
    process.kill('it does not answer');
    return [false];
  }

  return {
    run,
    models: () => mergeModels(slots),
    load: () => ({
      busy: slots.filter(({ state }) => state === 'busy').length,
      queued: queue.size,
      workers: slots.length,
      up: slots.filter(({ state }) => state !== 'starting').length,
    }),
    async start() {
      await Promise.all(slots.map(launch));
    },
    async alive(timeoutMs) {
      const answers = await Promise.all(slots.map((slot) => answersOf(slot, timeoutMs)));
      const up = answers.flat();
      return up.length > 0 && up.every(Boolean);
    },
    async stop() {
      stopped = true;
      for (const timer of restarts) clearTimeout(timer);
      for (const job of queue.drain()) job.reject(stopping());
      const up = slots.flatMap(({ process }) => process ?? []);
      for (const worker of up) worker.kill('the appliance is stopping');
      await Promise.all(up.map(({ ended }) => ended));
    },
  };
}
