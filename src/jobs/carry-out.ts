import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { parse } from '../core/schema.js';
import type { BodyBudget } from '../http/body.js';
import type { Payload } from '../http/deferral.js';
import type { Answer, Call, WorkOperation } from '../http/operation.js';
import { type Known, succeeded } from '../http/perform.js';
import { faultEvent, problemBody } from '../http/problem.js';
import type { AuditEvent } from '../security/audit-log.js';
import type { CommitQueue } from '../storage/commit-queue.js';
import type { JobRepository, WaitingJob } from '../storage/job.js';
import type { StoredRequest } from './acceptance.js';
import type { RequestStore } from './request-store.js';

export interface CarryOutParts {
  readonly operations: ReadonlyMap<string, WorkOperation>;
  readonly repository: JobRepository;
  readonly queue: CommitQueue<AuditEvent>;
  readonly store: RequestStore;
  /** Memory for what was sent, shared with the requests that are under way. */
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  readonly keptMs: number;
}

export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

export interface CarryOut {
  /**
   * Answers a job and commits the answer, what it files and its record together; or throws, when
   * nothing of it was committed.
   */
  answer(job: WaitingJob, watch: Watch): Promise<void>;
  /** The job has failed: kept with a record in one commit. */
  fail(job: WaitingJob, thrown: unknown): Promise<void>;
}

/** Somebody has ended the job, or it runs elsewhere by now: its answer comes too late. */
const tooLate = (): AppError =>
  new AppError('client_closed_request', 'The job had ended before its answer was there.');

const gone = (cause: unknown): AppError =>
  new AppError('internal_error', 'What was sent cannot be read any more.', { cause });

function knownOf(job: WaitingJob, { remoteAddress, target }: Partial<StoredRequest>) {
  const known: Known & { job_id: string } = {
    action: job.operation,
    actor: { type: 'api_key', id: job.keyId, mode: job.mode },
    request_id: job.requestId,
    ...(remoteAddress !== undefined && { remote_address: remoteAddress }),
    ...(target !== undefined && { target }),
    job_id: job.jobId,
  };
  return known;
}

/** As when the request came, but nobody holds the line. */
function callOf(job: WaitingJob, stored: StoredRequest, known: Known, watch: Watch): Call {
  const { scopes, remoteAddress, requestSha256 } = stored;
  return {
    ...{ mode: job.mode, scopes, actor: known.actor, requestId: job.requestId, params: {} },
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(requestSha256 !== undefined && { requestSha256 }),
    signal: watch.signal,
    onProgress: watch.onProgress,
    background: true,
    concerns(target) {
      known.target = target;
    },
  };
}

function handled(operation: WorkOperation, call: Call, payload: Payload): Promise<Answer> {
  if ('fileField' in operation) {
    if (!('file' in payload)) throw gone(undefined);
    return operation.handle(call, parse(operation.request, payload.fields), payload.file);
  }
  if (!('text' in payload)) throw gone(undefined);
  return operation.handle(call, parse(operation.request, JSON.parse(payload.text)));
}

export function createCarryOut(parts: CarryOutParts): CarryOut {
  const { operations, repository, queue, store, bodyBudget, clock, keptMs } = parts;

  /** What was sent, and how to give back the memory that it takes. */
  async function payloadOf({ fields, ...kept }: StoredRequest) {
    const lease = bodyBudget.open();
    if (fields === undefined && kept.file !== undefined && !lease.take(kept.file.bytes)) {
      throw new AppError('overloaded', 'There is no memory for the request now.');
    }
    try {
      const payload = await store.read({ ...kept, ...(fields && { fields }) });
      return { payload, release: lease.release };
    } catch (cause) {
      lease.release();
      throw gone(cause);
    }
  }

  async function work(job: WaitingJob, stored: StoredRequest, known: Known, watch: Watch) {
    const operation = operations.get(job.operation);
    if (operation === undefined) throw gone(new Error(`there is no ${job.operation}`));
    const { payload, release } = await payloadOf(stored);
    try {
      return await handled(operation, callOf(job, stored, known, watch), payload);
    } finally {
      release();
    }
  }

  /** False when it is not, or not any more, under way. */
  function end(job: WaitingJob, change: { result: string } | { error: string }): boolean {
    const at = clock();
    const moved = repository.move(job.jobId, {
      ...{ from: ['running'], attempt: job.attempts, at, expiresAt: at + keptMs },
      ...('result' in change
        ? { to: 'succeeded', progress: 1, result: change.result }
        : { to: 'failed', error: change.error }),
    });
    return moved !== false;
  }

  const failure = (job: WaitingJob, thrown: unknown) => ({
    error: JSON.stringify(problemBody(thrown, job.requestId, clock())),
  });

  /** Commits an answer, or what has kept it from being filed: that ends the job as well. */
  async function commit(
    job: WaitingJob,
    answer: Answer,
    text: string,
    event: AuditEvent,
    known: Known,
  ) {
    let reason: unknown;
    const keep = () => {
      if (!end(job, { result: text })) throw tooLate();
    };
    const refused = (thrown: unknown): AuditEvent => {
      reason = thrown;
      end(job, failure(job, thrown));
      return { ...known, ...faultEvent(thrown) };
    };
    const alone = () => {
      keep();
      return { value: undefined, records: [event] };
    };
    try {
      if (answer.record !== undefined) await answer.record(event, refused, keep);
      else await queue.run(alone, { wait: 'synced', refused: (thrown) => [refused(thrown)] });
    } catch (error) {
      // Else the commit itself has failed, and with it what was written of the reason.
      if (error !== reason) throw error;
    }
  }

  return {
    async answer(job, watch) {
      const stored = JSON.parse(job.request) as StoredRequest;
      const known = knownOf(job, stored);
      const answer = await work(job, stored, known, watch);
      if (watch.signal.aborted) throw tooLate();
      const { text, event } = succeeded(answer, stored.requestSha256);
      await commit(job, answer, text, { ...known, ...event }, known);
    },
    async fail(job, thrown) {
      const known = knownOf(job, JSON.parse(job.request));
      const record = { ...known, ...faultEvent(thrown) };
      const write = () => ({
        value: undefined,
        records: end(job, failure(job, thrown)) ? [record] : [],
      });
      await queue.run(write, { wait: 'synced' });
    },
  };
}
