import type { AuditEvent } from '../../audit/audit-log.js';
import { perform } from '../../calls/decide.js';
import type { Clock } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { JobRepository, WaitingJob } from '../../store/job.js';
import type { Commit, Conclusion, Decision } from '../../store/unit-of-work.js';
import type { JobExecutor } from './carry-out.js';
import { createProgress } from './progress.js';
import type { RequestStore } from './request-store.js';
import { failureAction, hasEnded, MAX_ATTEMPTS } from './states.js';

export interface RunnerParts {
  readonly repository: JobRepository;
  readonly commit: Commit<AuditEvent>;
  readonly carryOut: JobExecutor;
  readonly store: RequestStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly parallel: number;
  /** Operations that take minutes: they never take the last place. */
  readonly slow: ReadonlySet<string>;
  /** Throws when the appliance may not take new work. */
  admit(): void;
  /** Called when the state of a job has changed. */
  onChange(jobId: string): void;
}

export interface Runner {
  start(): void;
  /** Looks whether there is something to do. */
  wake(): void;
  /** Stops the work on a job that has been ended. */
  abort(jobId: string): void;
  /** Once a second: what other processes have changed, what was left behind. */
  tick(): Promise<void>;
  /** Returns running jobs to the queue, without counting an attempt. */
  halt(): Promise<void>;
}

interface RunningJob {
  readonly job: WaitingJob;
  readonly controller: AbortController;
}

/** After the appliance was too busy for a job, or a worker has died of one. */
const PAUSE_MS = 1_000;

const codeOf = (thrown: unknown): string =>
  thrown instanceof AppError ? thrown.code : 'internal_error';

const worn = (): AppError =>
  new AppError(
    'internal_error',
    `The appliance ended ${MAX_ATTEMPTS} times while it worked on this job.`,
  );

function* decideTake(
  without: readonly string[],
  at: number,
): Decision<Conclusion<WaitingJob | undefined, AuditEvent>> {
  return { value: yield* perform({ kind: 'job.take', without, at }), records: [] };
}

/** Cancels a job; its value is the name of the job's file, if it has one. */
function* decideAbandon(
  jobId: string,
  at: number,
): Decision<Conclusion<string | null, AuditEvent>> {
  const move = { from: ['queued', 'running'], to: 'cancelled', at } as const;
  const moved = yield* perform({ kind: 'job.move', jobId, move });
  if (moved === false) return { value: null, records: [] };
  const record: AuditEvent = {
    action: 'jobs.cancel',
    outcome: 'success',
    actor: { type: 'appliance', id: 'wardbox' },
    target: jobId,
  };
  return { value: moved.file, records: [record] };
}

/** Works on jobs, so many at the same time, each key in its turn. */
export function createRunner(parts: RunnerParts): Runner {
  const { repository, commit, carryOut, store, clock, logger } = parts;
  const underWay = new Map<string, RunningJob>();
  let halted = true;
  let taking: Promise<void> | undefined;
  /** Something has changed since the next job was last looked up. */
  let changed = false;
  let pausedUntil = 0;

  /** A change of status that leaves no record: the work begins, or goes back to wait. */
  async function requeue(jobId: string, counted: boolean): Promise<void> {
    const back = { from: ['running'], to: 'queued', at: clock(), progress: 0 } as const;
    const move = counted ? back : { ...back, attempts: -1 };
    const writes = [{ kind: 'job.move', jobId, move } as const];
    await commit({ work: { value: undefined, writes, records: [] }, wait: 'written' });
    parts.onChange(jobId);
  }

  /** Ends a job whose result no key can read any more. */
  async function abandon({ jobId }: Pick<WaitingJob, 'jobId'>): Promise<void> {
    const at = clock();
    const file = await commit({ wait: 'synced', work: () => decideAbandon(jobId, at) });
    await store.remove(file);
    parts.onChange(jobId);
  }

  function mayBegin(): boolean {
    if (halted || underWay.size >= parts.parallel || performance.now() < pausedUntil) return false;
    try {
      parts.admit();
      return true;
    } catch {
      return false;
    }
  }

  /** Operations that must not start another job now. */
  function withheld(): string[] {
    const most = Math.max(1, parts.parallel - 1);
    const busy = [...underWay.values()].filter(({ job }) => parts.slow.has(job.operation));
    return busy.length < most ? [] : [...parts.slow];
  }

  function takeNext(): Promise<WaitingJob | undefined> {
    const [without, at] = [withheld(), clock()];
    return commit({ wait: 'written', work: () => decideTake(without, at) });
  }

  async function settle({ job, controller }: RunningJob, thrown: unknown): Promise<void> {
    // The code that aborted the job has also set its new state.
    if (controller.signal.aborted) return;
    const code = codeOf(thrown);
    const { jobId, attempts } = job;
    const verdict = failureAction(code, attempts);
    if (code === 'internal_error') {
      logger.error({ job: jobId, operation: job.operation, err: thrown }, 'job failed');
    }
    if (verdict === 'fail') return carryOut.fail(job, thrown);
    pausedUntil = performance.now() + PAUSE_MS;
    await requeue(jobId, verdict === 'try-again');
  }

  async function work(one: RunningJob): Promise<void> {
    const { job, controller } = one;
    const { signal } = controller;
    const onProgress = createProgress({ ...parts, jobId: job.jobId, signal });
    try {
      if (repository.ownerInForce(job.keyId, clock())) {
        await carryOut.answer(job, { signal, onProgress });
      } else await abandon(job);
    } catch (error) {
      await settle(one, error);
    }
  }

  async function begin(job: WaitingJob): Promise<void> {
    const { jobId } = job;
    const one = { job, controller: new AbortController() };
    underWay.set(jobId, one);
    parts.onChange(jobId);
    try {
      await work(one);
      const left = halted ? job : repository.find(jobId);
      if (left === undefined || hasEnded(left.status)) await store.remove(job.file);
    } catch (error) {
      // Its end could not be written; `tick` finds it again.
      logger.warn({ job: jobId, reason: messageOf(error) }, 'job not settled');
    }
    if (underWay.get(jobId) === one) underWay.delete(jobId);
    if (halted) return;
    parts.onChange(jobId);
    wake();
  }

  async function take(): Promise<void> {
    while (mayBegin()) {
      changed = false;
      const job = await takeNext();
      if (job !== undefined) {
        if (halted) return requeue(job.jobId, false);
        void begin(job);
      } else if (!changed) return;
    }
  }

  function wake(): void {
    changed = true;
    taking ??= take()
      .catch((error) => logger.warn({ reason: messageOf(error) }, 'no job could be taken'))
      .finally(() => {
        taking = undefined;
        if (changed && mayBegin()) wake();
      });
  }

  /** Jobs marked as running that are not: the appliance has stopped meanwhile, or a write failed. */
  async function recover(jobId: string): Promise<void> {
    const found = repository.find(jobId);
    if (found?.status !== 'running') return;
    logger.warn({ job: jobId, attempts: found.attempts }, 'job taken up again');
    if (found.attempts < MAX_ATTEMPTS) return requeue(jobId, true);
    const { request, file } = { request: '{}', file: null };
    await carryOut.fail({ ...found, request, file }, worn());
    parts.onChange(jobId);
  }

  async function tick(): Promise<void> {
    if (halted) return;
    const running = new Set(repository.running());
    const now = clock();
    for (const [jobId, { job, controller }] of underWay) {
      if (running.has(jobId) && !repository.ownerInForce(job.keyId, now)) await abandon(job);
      else if (running.has(jobId)) continue;
      // Somebody else has ended it: at the command line, for one.
      controller.abort();
    }
    for (const jobId of running) if (!underWay.has(jobId)) await recover(jobId);
    wake();
  }

  return {
    start() {
      halted = false;
    },
    wake,
    tick,
    abort: (jobId) => underWay.get(jobId)?.controller.abort(),
    async halt() {
      halted = true;
      await taking;
      const all = [...underWay];
      for (const [, { controller }] of all) controller.abort();
      await Promise.allSettled(all.map(([jobId]) => requeue(jobId, false)));
    },
  };
}
