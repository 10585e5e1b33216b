import { type AuditEvent, actorWith } from '../../audit/audit-log.js';
import {
  type CallFacts,
  type CommitCallParts,
  commitCall,
  type EndWrites,
} from '../../calls/commit-call.js';
import type { Payload } from '../../calls/deferral.js';
import { inputOfForm } from '../../calls/form.js';
import type { Call, Work, WorkOperation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import { parse } from '../../core/schema.js';
import type { BodyBudget } from '../../http/body.js';
import { faultFacts } from '../../http/codec.js';
import { problemBody } from '../../http/problem.js';
import { problemCodec } from '../../http/problem-codec.js';
import type { Move, Owner, WaitingJob } from '../../store/job.js';
import { perform } from '../../store/steps.js';
import type { Commit, Conclusion, Decision, MoveJob, Write } from '../../store/unit-of-work.js';
import { READ_OPERATION } from '../pacs/worklist/route-item.js';
import type { Tell } from '../webhooks/events.js';
import type { StoredRequest } from './acceptance.js';
import type { RequestStore } from './request-store.js';

export interface CallExecutorParts {
  readonly operations: ReadonlyMap<string, WorkOperation>;
  readonly commit: Commit<AuditEvent>;
  readonly store: RequestStore;
  /** Memory for request bodies, shared with the requests in progress. */
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  readonly keptMs: number;
  /** Tells webhooks of jobs that ended. */
  readonly tell: Tell;
  /** What a person may do now, in a world; undefined for a key, whose scopes never change. */
  readonly scopesNow: (owner: Owner) => readonly string[] | undefined;
}

export interface JobWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

export interface JobExecutor {
  /**
   * Answers a job and commits the answer, what it files and its record together; or throws, and then
   * nothing was committed.
   */
  answer(job: WaitingJob, watch: JobWatch): Promise<void>;
  /** Commits the failure of a job together with its record. */
  fail(job: WaitingJob, thrown: unknown): Promise<void>;
}

/** The job was cancelled, or is now run by another process: its answer comes too late. */
const tooLate = (): AppError =>
  new AppError('client_closed_request', 'The job ended before its answer was ready.');

const gone = (cause: unknown): AppError =>
  new AppError('internal_error', 'The stored request can no longer be read.', { cause });

function factsOf(
  job: WaitingJob,
  { remoteAddress, requestSha256 }: Partial<StoredRequest>,
  target: string | undefined,
): CallFacts {
  return {
    action: job.operation,
    actor: actorWith(job.ownerId, job.mode),
    request_id: job.requestId,
    ...(remoteAddress !== undefined && { remote_address: remoteAddress }),
    ...(target !== undefined && { target }),
    ...(requestSha256 !== undefined && { request_sha256: requestSha256 }),
    job_id: job.jobId,
  };
}

/** The original call, run in the background. */
function jobCall(
  job: WaitingJob,
  stored: StoredRequest,
  scopes: readonly string[],
  watch: JobWatch,
): Call {
  const { remoteAddress, requestSha256 } = stored;
  let { target } = stored;
  return {
    mode: job.mode,
    scopes,
    requestId: job.requestId,
    params: {},
    actor: actorWith(job.ownerId, job.mode),
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(requestSha256 !== undefined && { requestSha256 }),
    signal: watch.signal,
    onProgress: watch.onProgress,
    background: true,
    jobId: job.jobId,
    get target() {
      return target;
    },
    concerns(subject) {
      target = subject;
    },
  };
}

/**
 * What a job may do: what its owner might when it was accepted, and still may. Work that has begun may
 * end.
 *
 * @throws AppError `insufficient_scope` where the owner has lost the scope of the operation
 */
function grantedScopes(
  { scope }: WorkOperation,
  accepted: readonly string[],
  now: readonly string[] | undefined,
): readonly string[] {
  if (now === undefined) return accepted;
  if (!now.includes(scope)) {
    const message = `The account has lost the scope ${scope} since the job was accepted.`;
    throw new AppError('insufficient_scope', message);
  }
  return accepted.filter((granted) => now.includes(granted));
}

function handle(operation: WorkOperation, call: Call, payload: Payload): Promise<Work> {
  const { request, form } = operation;
  if ('file' in payload) {
    if (form === undefined) throw gone(undefined);
    return operation.handle(call, inputOfForm(form, payload));
  }
  if (request === undefined) throw gone(undefined);
  return operation.handle(call, parse(request, JSON.parse(payload.text)));
}

function* decideFailure(
  end: MoveJob,
  record: AuditEvent,
  told: readonly Write[],
): Decision<Conclusion<undefined, AuditEvent>> {
  const moved = yield* perform(end);
  if (moved === false) return { value: undefined, records: [] };
  return { value: undefined, writes: told, records: [record] };
}

/** Carries out the operation of a job and commits its end, without HTTP. */
export class CallExecutor implements JobExecutor {
  readonly #parts: CallExecutorParts;
  readonly #commitParts: CommitCallParts;

  constructor(parts: CallExecutorParts) {
    const { commit, clock } = parts;
    const codec = problemCodec(clock);
    this.#parts = parts;
    this.#commitParts = { commit, faultFacts: (thrown) => faultFacts(codec, thrown) };
  }

  async answer(job: WaitingJob, watch: JobWatch): Promise<void> {
    const stored = JSON.parse(job.request) as StoredRequest;
    const operation = this.#parts.operations.get(job.operation);
    if (operation === undefined) throw gone(new Error(`there is no ${job.operation}`));
    const scopes = grantedScopes(operation, stored.scopes, this.#parts.scopesNow(job));
    const call = jobCall(job, stored, scopes, watch);
    const work = await this.#work(operation, stored, call);
    if (watch.signal.aborted) throw tooLate();
    const ending: EndWrites = {
      answered: ({ text = '' }) => [
        this.#endOf(job, { to: 'succeeded', progress: 1, result: text }, tooLate()),
        ...this.#toldOf(job, 'succeeded'),
      ],
      refused: (thrown) => [this.#failureOf(job, thrown), ...this.#toldOf(job, 'failed')],
    };
    const facts = () => factsOf(job, stored, call.target);
    await commitCall({ mode: job.mode, wait: 'synced', facts, ending }, work, this.#commitParts);
  }

  async fail(job: WaitingJob, thrown: unknown): Promise<void> {
    const stored = JSON.parse(job.request) as Partial<StoredRequest>;
    const facts = factsOf(job, stored, stored.target);
    const record: AuditEvent = { ...facts, ...this.#commitParts.faultFacts(thrown) };
    const end = this.#failureOf(job, thrown);
    const told = this.#toldOf(job, 'failed');
    await this.#parts.commit({ wait: 'synced', work: () => decideFailure(end, record, told) });
  }

  async #work(operation: WorkOperation, stored: StoredRequest, call: Call): Promise<Work> {
    const { payload, release } = await this.#payloadOf(stored);
    try {
      return await handle(operation, call, payload);
    } finally {
      release();
    }
  }

  /** The request body, and a function that releases its memory. */
  async #payloadOf(content: StoredRequest) {
    const { bodyBudget, store } = this.#parts;
    const lease = bodyBudget.open();
    if (
      content.fields === undefined &&
      content.file !== undefined &&
      !lease.take(content.file.bytes)
    ) {
      throw new AppError('overloaded', 'There is not enough memory for the request now.');
    }
    try {
      const payload = await store.read(content);
      return { payload, release: () => lease.release() };
    } catch (cause) {
      lease.release();
      throw gone(cause);
    }
  }

  /** Ends a job, if this attempt is still the current one. */
  #endOf(
    job: WaitingJob,
    change: Pick<Move, 'to' | 'progress' | 'result' | 'error'>,
    refusal?: AppError,
  ): MoveJob {
    const { clock, keptMs } = this.#parts;
    const at = clock();
    const from = ['running'] as const;
    const move = { ...change, from, attempt: job.attempts, at, expiresAt: at + keptMs };
    return { kind: 'job.move', jobId: job.jobId, move, ...(refusal && { refusal }) };
  }

  /** What the box reads of its own accord is no job of a client. */
  #toldOf(job: WaitingJob, status: 'succeeded' | 'failed'): readonly Write[] {
    const { jobId, operation, mode } = job;
    if (operation === READ_OPERATION) return [];
    const data = { job_id: jobId, operation, status };
    return this.#parts.tell([{ type: 'job.completed', mode, subject: jobId, data }]);
  }

  #failureOf(job: WaitingJob, thrown: unknown): MoveJob {
    const error = JSON.stringify(problemBody(thrown, job.requestId, this.#parts.clock()));
    return this.#endOf(job, { to: 'failed', error });
  }
}
