import { APPLIANCE, type AuditEvent } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import type { WaitingJob } from '../../store/job.js';
import { perform } from '../../store/steps.js';
import type { Commit, Conclusion, Decision } from '../../store/unit-of-work.js';
import type { RequestStore } from './request-store.js';

export interface JobTransitionsParts {
  readonly commit: Commit<AuditEvent>;
  readonly store: Pick<RequestStore, 'remove'>;
  readonly clock: Clock;
  /** Called when the state of a job has changed. */
  onChange(jobId: string): void;
}

/** Begins the next job; its value is that job, if one waits. */
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
    actor: APPLIANCE,
    target: jobId,
  };
  return { value: moved.file, records: [record] };
}

function* decideForget(
  now: number,
  keptMs: number,
): Decision<Conclusion<{ readonly expired: number; readonly removed: number }, AuditEvent>> {
  const value = yield* perform({ kind: 'job.forget', now, keptMs });
  const { expired: count } = value;
  const record: AuditEvent = {
    action: 'jobs.expire',
    outcome: 'success',
    actor: APPLIANCE,
    count,
  };
  return { value, records: count > 0 ? [record] : [] };
}

/** Returns a job to the queue, without a record. */
function requeued(jobId: string, at: number, counted: boolean): Conclusion<undefined, AuditEvent> {
  const back = { from: ['running'], to: 'queued', at, progress: 0 } as const;
  const move = counted ? back : { ...back, attempts: -1 };
  return { value: undefined, writes: [{ kind: 'job.move', jobId, move }], records: [] };
}

/** Status changes of jobs by the appliance itself, each in one commit. */
export class JobTransitions {
  readonly #commit: Commit<AuditEvent>;
  readonly #store: Pick<RequestStore, 'remove'>;
  readonly #clock: Clock;
  readonly #onChange: (jobId: string) => void;

  constructor({ commit, store, clock, onChange }: JobTransitionsParts) {
    this.#commit = commit;
    this.#store = store;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /**
   * Begins the next queued job.
   *
   * @param without operations whose jobs are not started
   */
  take(without: readonly string[]): Promise<WaitingJob | undefined> {
    const at = this.#clock();
    return this.#commit({ wait: 'written', work: () => decideTake(without, at) });
  }

  /** @param counted whether the attempt counts */
  async requeue(jobId: string, counted: boolean): Promise<void> {
    const work = requeued(jobId, this.#clock(), counted);
    await this.#commit({ work, wait: 'written' });
    this.#onChange(jobId);
  }

  /** Ends a job whose result no key can read any longer. */
  async abandon(jobId: string): Promise<void> {
    const at = this.#clock();
    const file = await this.#commit({ wait: 'synced', work: () => decideAbandon(jobId, at) });
    await this.#store.remove(file);
    this.#onChange(jobId);
  }

  /** Deletes expired results, and jobs whose result expired that long ago. */
  forget(keptMs: number): Promise<{ readonly expired: number; readonly removed: number }> {
    const now = this.#clock();
    return this.#commit({ wait: 'synced', work: () => decideForget(now, keptMs) });
  }
}
