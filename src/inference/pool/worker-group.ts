import { overloaded, stopping } from '../../core/refusals.js';
import type { Lane } from '../../core/task.js';
import { freeWorker, longAllowed, sharedWorker } from './assignment.js';
import { deferred } from './deferred.js';
import type { GroupLoad, GroupSetup, WorkerOptions } from './group-options.js';
import type { Job } from './job.js';
import { LaneQueue } from './lane-queue.js';
import { lost, RemoteWorker } from './remote-worker.js';
import { restartPauseMs } from './restart-policy.js';
import { WorkerSlot } from './worker-slot.js';

const REPLACED = 'others have taken its place';
const STOPPING = 'the appliance is stopping';

/** Workers that have the same packages open, and the work that waits for them. */
export class WorkerGroup<Report> {
  readonly #options: WorkerOptions;
  readonly #setup: GroupSetup<Report>;
  readonly #slots: ReadonlyArray<WorkerSlot<Report>>;
  readonly #queue: LaneQueue<Job>;
  readonly #left = deferred<void>();
  #lanes: ReadonlyMap<string, Lane> = new Map();
  #phase: 'serving' | 'leaving' | 'stopped' = 'serving';

  constructor(options: WorkerOptions, setup: GroupSetup<Report>) {
    this.#options = options;
    this.#setup = setup;
    this.#slots = Array.from(
      { length: options.workers },
      (_, index) => new WorkerSlot<Report>(index),
    );
    const { quick, usual, long } = options.lanes;
    this.#queue = new LaneQueue({ quick: quick.limit, usual: usual.limit, long: long.limit });
  }

  /** Starts the first workers; resolves when they are up or have failed. */
  async start(): Promise<void> {
    await this.#launchNew(this.#options.startedFirst);
  }

  /** Starts all that have not been started; resolves when they are up or have failed. */
  async fill(): Promise<void> {
    await this.#launchNew(this.#slots.length);
  }

  /** Returns the lane of a task; the workers report which tasks there are. */
  laneOf(name: string): Lane {
    return this.#lanes.get(name) ?? 'usual';
  }

  /** Has a job wait for a worker, or refuses it. */
  submit(job: Job): void {
    if (!this.#queue.offer(job)) {
      job.reject(overloaded());
      return;
    }
    job.watch(this.#options.lanes[job.kind.lane].patienceMs, () => {
      this.#queue.remove(job);
      this.#endIfLeft();
    });
    this.#dispatch();
  }

  /** The open packages of the workers, as each last reported them. */
  reports(): readonly Report[] {
    return this.#slots.map(({ report }) => report).filter((report) => report !== undefined);
  }

  load(): GroupLoad {
    const count = (counts: (slot: WorkerSlot<Report>) => boolean) =>
      this.#slots.filter(counts).length;
    return {
      workers: this.#slots.length,
      up: count(({ isUp }) => isUp),
      busy: count(({ inHand }) => inHand.length > 0),
      queued: this.#queue.size,
      lost: count(({ state }) => state === 'lost'),
    };
  }

  /** Whether every idle worker that is ready answers; one that does not is replaced. */
  async alive(timeoutMs: number): Promise<boolean> {
    const answers = this.#slots.map((slot) => this.#answers(slot, timeoutMs));
    return (await Promise.all(answers)).every(Boolean);
  }

  /** Accepts no further tasks and ends each worker when its tasks are done; resolves when all have ended. */
  leave(): Promise<void> {
    if (this.#phase === 'serving') this.#phase = 'leaving';
    this.#cancelRestarts();
    this.#endIfLeft();
    return this.#left.promise;
  }

  async stop(): Promise<void> {
    this.#phase = 'stopped';
    this.#cancelRestarts();
    for (const job of this.#queue.drain()) job.reject(stopping());
    const workers = this.#slots.flatMap(({ worker }) => worker ?? []);
    for (const worker of workers) worker.end(STOPPING);
    await Promise.all(workers.map(({ ended }) => ended));
    this.#left.resolve();
  }

  #launchNew(upTo: number): Promise<unknown> {
    const fresh = this.#slots.slice(0, upTo).filter(({ state }) => state === 'new');
    return Promise.all(fresh.map((slot) => this.#launch(slot)));
  }

  /** Starts the worker of a slot and, whenever it ends, another one after a pause. */
  async #launch(slot: WorkerSlot<Report>): Promise<void> {
    if (this.#phase !== 'serving') return;
    const { transport, limits, lostCode } = this.#options;
    const startedAt = performance.now();
    const setup = this.#setup.setupOf(slot.index);
    const worker = new RemoteWorker({ transport, setup, limits, lostCode });
    slot.worker = worker;
    if (slot.state === 'new') slot.state = 'starting';
    void worker.ended.then((reason) => this.#replace(slot, performance.now() - startedAt, reason));
    await this.#take(slot, worker);
  }

  /** Waits until a worker is ready, and uses it if it has opened the right packages. */
  async #take(slot: WorkerSlot<Report>, worker: RemoteWorker): Promise<void> {
    const { label, logger } = this.#options;
    try {
      const { lanes, report } = await worker.ready;
      const refusal = await this.#setup.refuse(report as Report);
      if (refusal !== undefined) worker.end(refusal);
      if (!worker.usable) return;
      this.#lanes = lanes;
      slot.report = report as Report;
      slot.state = 'up';
      logger.info({ worker: slot.index, pid: worker.pid }, `${label} ready`);
      this.#dispatch();
      this.#endIfLeft();
    } catch {
      // Its end is logged below and brings the next start.
      worker.end('what it has open cannot be checked');
    }
  }

  #replace(slot: WorkerSlot<Report>, livedMs: number, reason: string): void {
    const { label, logger } = this.#options;
    const pid = slot.worker?.pid;
    slot.worker = undefined;
    slot.state = 'lost';
    const isExpected = this.#phase === 'stopped' || reason === REPLACED;
    if (!isExpected) logger.error({ worker: slot.index, pid, reason }, `${label} ended`);
    if (this.#phase !== 'serving') {
      this.#endIfLeft();
      return;
    }
    slot.pauseMs = restartPauseMs(slot.pauseMs, livedMs);
    slot.restart = setTimeout(() => void this.#launch(slot), slot.pauseMs);
  }

  #cancelRestarts(): void {
    for (const { restart } of this.#slots) clearTimeout(restart);
  }

  #dispatch(): void {
    const { capacity } = this.#options;
    for (;;) {
      const states = this.#slots.map(({ workerState }) => workerState);
      const free = freeWorker(states, capacity);
      const job = free === undefined ? undefined : this.#queue.take(longAllowed(states));
      if (free === undefined || job === undefined) break;
      this.#give(free, job);
    }
    for (;;) {
      const states = this.#slots.map(({ workerState }) => workerState);
      const shared = sharedWorker(states, capacity);
      if (shared === undefined) return;
      const job = this.#queue.takeForeground(longAllowed(states).foreground);
      if (job === undefined) return;
      this.#give(shared, job);
    }
  }

  #give(index: number, job: Job): void {
    const slot = this.#slots[index];
    if (slot?.worker !== undefined) void this.#run(slot, slot.worker, job);
  }

  async #run(slot: WorkerSlot<Report>, worker: RemoteWorker, job: Job): Promise<void> {
    slot.inHand = [...slot.inHand, job];
    job.begin();
    try {
      job.resolve(await worker.run(job.call));
    } catch (error) {
      job.reject(error);
    } finally {
      // After a crash the slot has no worker, or already its successor.
      slot.inHand = slot.inHand.filter((other) => other !== job);
      this.#dispatch();
      this.#endIfLeft();
    }
  }

  async #answers(slot: WorkerSlot<Report>, timeoutMs: number): Promise<boolean> {
    const { worker } = slot;
    // A busy one may hold its thread until its deadline, which ends it.
    if (worker === undefined || !slot.isUp || slot.inHand.length > 0) return true;
    if (await worker.ping(timeoutMs)) return true;
    worker.end('it does not answer');
    return false;
  }

  /** Ends the idle workers of a retiring group, and refuses work that no worker is left to do. */
  #endIfLeft(): void {
    if (this.#phase !== 'leaving') return;
    if (this.#queue.size === 0) {
      for (const { inHand, worker } of this.#slots) if (inHand.length === 0) worker?.end(REPLACED);
    }
    if (this.#slots.some(({ worker }) => worker !== undefined)) return;
    for (const job of this.#queue.drain()) job.reject(lost(this.#options.lostCode, REPLACED));
    this.#left.resolve();
  }
}
