import type { WaitingJob } from '../../store/job.js';

export interface RunningJobsLimits {
  readonly parallel: number;
  /** Operations that take minutes: they never occupy the last slot. */
  readonly slow: ReadonlySet<string>;
}

export interface RunningJob {
  readonly job: WaitingJob;
  /** Aborted by the code that sets the job's new status. */
  readonly controller: AbortController;
}

/** The jobs that this process is running. */
export class RunningJobs {
  readonly #limits: RunningJobsLimits;
  readonly #byId = new Map<string, RunningJob>();

  constructor(limits: RunningJobsLimits) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#byId.size >= this.#limits.parallel;
  }

  has(jobId: string): boolean {
    return this.#byId.has(jobId);
  }

  /** In the order in which they began; reflects jobs that begin or end meanwhile. */
  all(): Iterable<RunningJob> {
    return this.#byId.values();
  }

  add(job: WaitingJob): RunningJob {
    const running = { job, controller: new AbortController() };
    this.#byId.set(job.jobId, running);
    return running;
  }

  /** Removes a job, unless another attempt at it has begun since. */
  remove(running: RunningJob): void {
    const { jobId } = running.job;
    if (this.#byId.get(jobId) === running) this.#byId.delete(jobId);
  }

  abort(jobId: string): void {
    this.#byId.get(jobId)?.controller.abort();
  }

  /** Operations that must not start another job now. */
  withheld(): readonly string[] {
    const { parallel, slow } = this.#limits;
    const running = [...this.#byId.values()].filter(({ job }) => slow.has(job.operation));
    return running.length < Math.max(1, parallel - 1) ? [] : [...slow];
  }
}
