import type { Clock } from '../../core/clock.js';
import { givenUp, stopping } from '../../core/refusals.js';
import type { GroupLoad, GroupSetup, WorkerOptions } from './group-options.js';
import { Job } from './job.js';
import { WorkerGroup } from './worker-group.js';

/** Tasks by name, with their inputs and outputs. */
export type TaskTable<Tasks> = {
  readonly [Name in keyof Tasks]: {
    readonly input: unknown;
    readonly output: unknown;
    readonly caller: unknown;
  };
};

export interface RunOptions {
  /** Aborted when the client disconnects: a waiting task is dropped, a long task stops at its next step. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with how much of a long task is done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** No client is waiting for it: foreground work goes first. */
  readonly background?: boolean | undefined;
}

/** Options of a call of a task. */
export interface CallOptions<Caller> extends RunOptions {
  /** Answers requests of the running task. */
  readonly caller?: Caller;
  /** Parts of the input that are transferred instead of copied, where the transport can. */
  readonly transfer?: readonly ArrayBuffer[];
}

export interface PoolOptions extends WorkerOptions {
  /** The clock for tasks. */
  readonly clock: Clock;
}

/**
 * Workers that do tasks, one group of them active: a bounded queue with lanes, deadlines, limits of
 * memory, restarts. Other packages are opened by a new group that takes over while the previous one
 * finishes its calls and ends.
 */
export class WorkerPool<Tasks extends TaskTable<Tasks>, Report> {
  readonly #options: PoolOptions;
  readonly #leaving = new Set<WorkerGroup<Report>>();
  #current: WorkerGroup<Report>;
  #opening: WorkerGroup<Report> | undefined;
  #renewal: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(options: PoolOptions, setup: GroupSetup<Report>) {
    this.#options = options;
    this.#current = new WorkerGroup(options, setup);
  }

  /** Starts the first workers; resolves when they are up or have failed. The others follow by themselves. */
  async start(): Promise<void> {
    const group = this.#current;
    await group.start();
    void group.fill();
  }

  /**
   * @throws AppError of the task; `overloaded` when too much waits or it has waited for too long,
   *   `client_closed_request` when its signal was aborted, the pool's `lostCode` when its worker ended
   */
  async run<Name extends keyof Tasks & string>(
    name: Name,
    input: Tasks[Name]['input'],
    { background = false, ...options }: CallOptions<Tasks[Name]['caller']> = {},
  ): Promise<Tasks[Name]['output']> {
    if (this.#stopped) throw stopping();
    if (options.signal?.aborted) throw givenUp();
    const { signal, onProgress, transfer } = options;
    const caller = options.caller as object | undefined;
    const call = { name, input, now: this.#options.clock(), signal, onProgress, caller, transfer };
    const lane = this.#current.laneOf(name);
    const job = new Job(call, { lane, background });
    this.#current.submit(job);
    return job.outcome;
  }

  /**
   * Replaces the workers by ones that open other packages. Earlier calls end on the previous workers,
   * which then end too.
   *
   * @returns false when none could be started: the previous ones continue
   */
  renew(setup: GroupSetup<Report>): Promise<boolean> {
    const done = this.#renewal.then(() => this.#replace(setup));
    this.#renewal = done.catch(() => undefined);
    return done;
  }

  /** Resolves when no renewal is pending. */
  async renewed(): Promise<void> {
    let pending: unknown;
    do {
      pending = this.#renewal;
      await pending;
    } while (pending !== this.#renewal);
  }

  /** The open packages of the current workers, as each last reported them. */
  reports(): readonly Report[] {
    return this.#current.reports();
  }

  /** Counts of the current workers; busy and queued include those being replaced. */
  load(): GroupLoad {
    const loads = [...this.#leaving].map((group) => group.load());
    const sum = (of: 'busy' | 'queued', first: number) =>
      loads.reduce((total, load) => total + load[of], first);
    const { busy, queued, ...current } = this.#current.load();
    return { ...current, busy: sum('busy', busy), queued: sum('queued', queued) };
  }

  /** Whether every idle worker that is ready answers; one that does not is ended and replaced. */
  alive(timeoutMs: number): Promise<boolean> {
    return this.#current.alive(timeoutMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const opening = this.#opening === undefined ? [] : [this.#opening];
    const groups = [this.#current, ...this.#leaving, ...opening];
    await Promise.all(groups.map((group) => group.stop()));
    await this.#renewal;
  }

  async #replace(setup: GroupSetup<Report>): Promise<boolean> {
    if (this.#stopped) return false;
    const next = new WorkerGroup(this.#options, setup);
    this.#opening = next;
    await next.fill();
    this.#opening = undefined;
    if (this.#stopped || next.load().up === 0) {
      await next.stop();
      return false;
    }
    const before = this.#current;
    this.#current = next;
    this.#leaving.add(before);
    void before.leave().then(() => this.#forget(before));
    return true;
  }

  #forget(group: WorkerGroup<Report>): void {
    this.#leaving.delete(group);
    const { label, logger } = this.#options;
    if (!this.#stopped) logger.info({}, `the ${label}s of before have ended`);
  }
}
