import type { AuditEvent } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { JobRepository, WaitingJob } from '../../store/job.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { JobExecutor } from './carry-out.js';
import { createProgress } from './progress.js';
import type { RequestStore } from './request-store.js';
import { type RunningJob, RunningJobs } from './running-jobs.js';
import { failureAction, hasEnded, MAX_ATTEMPTS } from './states.js';
import { JobTransitions } from './transitions.js';

export interface RunnerParts {
  readonly repository: JobRepository;
  readonly commit: Commit<AuditEvent>;
  readonly executor: JobExecutor;
  readonly store: RequestStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly parallel: number;
  /** Operations that take minutes: they never occupy the last slot. */
  readonly slow: ReadonlySet<string>;
  /** Throws when the appliance may not take new work. */
  admit(): void;
  /** Called when the state of a job has changed. */
  onChange(jobId: string): void;
}

/** Delay after the appliance was too busy for a job, or a worker died during one. */
const PAUSE_MS = 1_000;

const codeOf = (thrown: unknown): string =>
  thrown instanceof AppError ? thrown.code : 'internal_error';

const tooManyAttempts = (): AppError =>
  new AppError(
    'internal_error',
    `The appliance ended ${MAX_ATTEMPTS} times while it worked on this job.`,
  );

/** Runs a limited number of jobs at the same time, taking the keys in turn. */
export class JobRunner {
  readonly #parts: RunnerParts;
  readonly #transitions: JobTransitions;
  readonly #running: RunningJobs;
  #halted = true;
  #taking: Promise<void> | undefined;
  /** Whether something has changed since the next job was last looked up. */
  #changed = false;
  #pausedUntil = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#transitions = new JobTransitions(parts);
    this.#running = new RunningJobs(parts);
  }

  start(): void {
    this.#halted = false;
  }

  /** Starts waiting jobs, if any. */
  wake(): void {
    this.#changed = true;
    this.#taking ??= this.#takeAll()
      .catch((error) => {
        this.#parts.logger.warn({ reason: messageOf(error) }, 'no job could be taken');
      })
      .finally(() => {
        this.#taking = undefined;
        if (this.#changed && this.#mayBegin()) this.wake();
      });
  }

  /** Aborts the work on a job that has been ended. */
  abort(jobId: string): void {
    this.#running.abort(jobId);
  }

  /** Once a second: handles changes by other processes, and jobs left behind. */
  async tick(): Promise<void> {
    if (this.#halted) return;
    const { repository, clock } = this.#parts;
    const stored = new Set(repository.running());
    const now = clock();
    for (const { job, controller } of this.#running.all()) {
      const { jobId, ownerId } = job;
      if (stored.has(jobId)) {
        if (repository.ownerInForce(ownerId, now)) continue;
        await this.#transitions.abandon(jobId);
      }
      // Abandoned just now, or ended by another process such as the command line.
      controller.abort();
    }
    for (const jobId of stored) if (!this.#running.has(jobId)) await this.#recover(jobId);
    this.wake();
  }

  /** Returns running jobs to the queue, without counting an attempt. */
  async halt(): Promise<void> {
    this.#halted = true;
    await this.#taking;
    const all = [...this.#running.all()];
    for (const { controller } of all) controller.abort();
    await Promise.allSettled(all.map(({ job }) => this.#transitions.requeue(job.jobId, false)));
  }

  #mayBegin(): boolean {
    if (this.#halted || this.#running.isFull || performance.now() < this.#pausedUntil) return false;
    try {
      this.#parts.admit();
      return true;
    } catch {
      return false;
    }
  }

  async #takeAll(): Promise<void> {
    while (this.#mayBegin()) {
      this.#changed = false;
      const job = await this.#transitions.take(this.#running.withheld());
      if (job !== undefined) {
        if (this.#halted) return this.#transitions.requeue(job.jobId, false);
        void this.#run(job);
      } else if (!this.#changed) return;
    }
  }

  async #run(job: WaitingJob): Promise<void> {
    const { onChange, logger } = this.#parts;
    const { jobId } = job;
    const running = this.#running.add(job);
    onChange(jobId);
    try {
      await this.#work(running);
      await this.#removeFile(job);
    } catch (error) {
      // Its end could not be written; `tick` finds it again.
      logger.warn({ job: jobId, reason: messageOf(error) }, 'job not settled');
    }
    this.#running.remove(running);
    if (this.#halted) return;
    onChange(jobId);
    this.wake();
  }

  async #work(running: RunningJob): Promise<void> {
    const { job, controller } = running;
    const { jobId, ownerId } = job;
    const { repository, executor, clock } = this.#parts;
    const { signal } = controller;
    const onProgress = createProgress({ ...this.#parts, jobId, signal });
    try {
      if (repository.ownerInForce(ownerId, clock())) {
        await executor.answer(job, { signal, onProgress });
      } else await this.#transitions.abandon(jobId);
    } catch (error) {
      await this.#settle(running, error);
    }
  }

  async #settle({ job, controller }: RunningJob, thrown: unknown): Promise<void> {
    // The code that aborted the job has also set its new state.
    if (controller.signal.aborted) return;
    const { logger, executor } = this.#parts;
    const { jobId, operation, attempts } = job;
    const code = codeOf(thrown);
    if (code === 'internal_error') {
      logger.error({ job: jobId, operation, err: thrown }, 'job failed');
    }
    const action = failureAction(code, attempts);
    if (action === 'fail') return executor.fail(job, thrown);
    this.#pausedUntil = performance.now() + PAUSE_MS;
    await this.#transitions.requeue(jobId, action === 'try-again');
  }

  /** Removes the file of a job that has ended. */
  async #removeFile({ jobId, status, file }: WaitingJob): Promise<void> {
    const { repository, store } = this.#parts;
    const left = this.#halted ? status : repository.find(jobId)?.status;
    if (left === undefined || hasEnded(left)) await store.remove(file);
  }

  /** Returns jobs to the queue that are marked as running but are not: the appliance was stopped, or a write failed. */
  async #recover(jobId: string): Promise<void> {
    const { repository, executor, logger, onChange } = this.#parts;
    const job = repository.find(jobId);
    if (job?.status !== 'running') return;
    logger.warn({ job: jobId, attempts: job.attempts }, 'job taken up again');
    if (job.attempts < MAX_ATTEMPTS) return this.#transitions.requeue(jobId, true);
    await executor.fail({ ...job, request: '{}', file: null }, tooManyAttempts());
    onChange(jobId);
  }
}
