import type { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { givenUp, overloaded, stopping } from '../core/refusals.js';
import { createRestarts } from '../core/restarts.js';
import type { Engine, ModelStatus, RunOptions, TaskName, Tasks } from './engine.js';
import { mergeModels } from './merge-models.js';
import type { WorkerSetup } from './messages.js';
import { createTaskQueue, type Sort, sortOf } from './task-queue.js';
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

/** Rows of tables that may wait: a second's work, in little memory. */
const QUICK_LIMIT = 1_024;
/** A recording may wait so many times longer than anything else: it takes minutes itself. */
const LONG_PATIENCE = 4;

interface Slot {
  readonly index: number;
  process?: WorkerProcess;
  /** `starting` also covers the pause before a restart. */
  state: 'starting' | 'up';
  /** As last reported; kept while a crashed worker is replaced. */
  models: readonly ModelStatus[];
  /** What it is busy with: one thing, and beside a recording that nobody waits for another. */
  jobs: readonly Job[];
}

interface Job {
  readonly task: TaskName;
  readonly sort: Sort;
  readonly input: unknown;
  readonly watch: RunOptions;
  /** Runs while the job waits; what is left running would keep the input in memory. */
  patience?: NodeJS.Timeout;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

const isLong = ({ sort }: Job): boolean => sort.lane === 'long';
const isIdle = ({ state, jobs }: Slot): boolean => state === 'up' && jobs.length === 0;

/** A recording that nobody waits for shares its worker with one piece of work that somebody does. */
function mayShare({ state, jobs: [only, ...others] }: Slot): boolean {
  if (state !== 'up' || only === undefined || others.length > 0) return false;
  return isLong(only) && only.sort.background;
}

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { logger } = options;
  const queue = createTaskQueue<Job>(
    { quick: QUICK_LIMIT, usual: options.queueLimit, long: options.queueLimit },
    ({ sort }) => sort,
  );
  const slots: Slot[] = Array.from({ length: options.workers }, (_, index) => ({
    index,
    state: 'starting',
    models: [],
    jobs: [],
  }));
  const restarts = createRestarts();
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
      restarts.after(slot.index, performance.now() - startedAt, () => void launch(slot));
    });
    try {
      slot.models = await worker.ready;
      slot.state = 'up';
      logger.info({ worker: slot.index, pid: worker.pid }, 'worker ready');
      for (const model of slot.models) if (model.state !== 'ready') warnOf(model);
      dispatch();
    } catch {
      // Its end was logged above and brings the next start.
    }
  }

  /** Recordings leave one worker to everybody else, where there is more than one. */
  function mayBeLong(counts: (job: Job) => boolean): boolean {
    const long = slots.filter(({ jobs }) => jobs.some((job) => isLong(job) && counts(job))).length;
    return long < Math.max(1, slots.length - 1);
  }

  const takeNow = () => queue.take({ mayBeLong: mayBeLong((job) => !job.sort.background) });
  const takeBackground = () => queue.takeBackground({ mayBeLong: mayBeLong(() => true) });

  function dispatch(): void {
    for (const slot of slots.filter(isIdle)) {
      const due = queue.backgroundIsDue() ? takeBackground() : undefined;
      const job = due ?? takeNow() ?? takeBackground();
      if (job === undefined) break;
      void work(slot, job);
    }
    for (const slot of slots.filter(mayShare)) {
      const job = takeNow();
      if (job === undefined) return;
      void work(slot, job);
    }
  }

  async function work(slot: Slot, job: Job): Promise<void> {
    const worker = slot.process;
    if (worker === undefined) return;
    clearTimeout(job.patience);
    slot.jobs = [...slot.jobs, job];
    try {
      job.resolve(await worker.run(job.task, job.input, options.limits, job.watch));
    } catch (error) {
      job.reject(error);
    } finally {
      // After a crash the slot holds no process, or already the next one, and nothing of this.
      slot.jobs = slot.jobs.filter((other) => other !== job);
      dispatch();
    }
  }

  const patienceMs = (job: Job) => options.limits.timeoutMs * (isLong(job) ? LONG_PATIENCE : 1);

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
    if (!job.sort.background) {
      job.patience = setTimeout(() => {
        if (queue.remove(job)) job.reject(overloaded());
      }, patienceMs(job));
      job.patience.unref();
    }
    job.watch.signal?.addEventListener('abort', () => leave(givenUp()), { once: true });
    dispatch();
  }

  function run<K extends TaskName>(
    task: K,
    input: Tasks[K]['input'],
    watch: RunOptions = {},
  ): Promise<Tasks[K]['output']> {
    return new Promise((resolve, reject) => {
      if (stopped) return reject(stopping());
      if (watch.signal?.aborted) return reject(givenUp());
      const give = (output: unknown) => resolve(output as never);
      enqueue({ task, sort: sortOf(task, watch), input, watch, resolve: give, reject });
    });
  }

  /** Nothing of a worker that is not up; otherwise whether it answers. A hung one is replaced. */
  async function answersOf(slot: Slot, timeoutMs: number): Promise<boolean[]> {
    const { process, state } = slot;
    if (process === undefined || state === 'starting') return [];
    if (slot.jobs.length > 0 || (await process.ping(timeoutMs))) return [true];
    // No work for it between the signal and its end.
    if (slot.process === process) slot.state = 'starting';
    process.kill('it does not answer');
    return [false];
  }

  return {
    run,
    models: () => mergeModels(slots),
    load: () => ({
      busy: slots.filter(({ jobs }) => jobs.length > 0).length,
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
      restarts.cancel();
      for (const job of queue.drain()) job.reject(stopping());
      const up = slots.flatMap(({ process }) => process ?? []);
      for (const worker of up) worker.kill('the appliance is stopping');
      await Promise.all(up.map(({ ended }) => ended));
    },
  };
}
