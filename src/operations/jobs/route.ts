import type { Feed } from '../../calls/feed.js';
import type { Answer, Call, DecidedAnswer, Operation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { JobRepository, JobSummary } from '../../store/job.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { describeJob } from './describe.js';
import { type JobsQuery, jobEvent, jobPage, jobSchema, jobsQuery } from './schema.js';
import { OPEN, STATUSES } from './states.js';
import type { JobStreams } from './streams.js';

export interface JobRouteParts {
  readonly repository: JobRepository;
  readonly streams: Pick<JobStreams, 'open'>;
  readonly clock: Clock;
  /** Stops the work on a job that was cancelled, and removes the file that is no longer needed. */
  readonly onCancelled: (jobId: string, file: string | null) => Promise<void>;
}

const ownerOf = ({ mode, actor }: Call) => ({ mode, ownerId: actor.id });

/** The cursor of the next page. */
export const cursorOf = ({ createdAt, jobId }: JobSummary): string =>
  Buffer.from(`${createdAt}:${jobId}`).toString('base64url');

/** @throws AppError `validation_error` */
export function readCursor(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, createdAt, jobId] = /^(\d{1,16}):(job_\w{1,64})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  ) ?? [undefined, undefined, undefined];
  if (createdAt === undefined || jobId === undefined) {
    throw invalidField('after', 'is not the `next` of a page');
  }
  return { createdAt: Number(createdAt), jobId };
}

function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return -1;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidField('Last-Event-ID', 'must be the id of an event of this stream');
}

/** Cancels a job; its reply is sent when the work on it has been stopped. */
export function* decideCancel(
  job: JobSummary,
  at: number,
  onCancelled: JobRouteParts['onCancelled'],
): Decision<Answer> {
  const { jobId } = job;
  const move = { from: OPEN, to: 'cancelled', at } as const;
  const moved = yield* perform({ kind: 'job.move', jobId, move });
  if (moved === false) throw new AppError('conflict', 'The job has ended.');
  return {
    body: describeJob({ ...job, status: 'cancelled', endedAt: at }, null, at),
    async settled(committed) {
      if (committed) await onCancelled(jobId, moved.file);
    },
  };
}

/** Answers requests about the jobs of a key. */
class JobHandlers {
  readonly #parts: JobRouteParts;

  constructor(parts: JobRouteParts) {
    this.#parts = parts;
  }

  async list(call: Call, { status, limit, after }: JobsQuery): Promise<Answer> {
    const names = status?.split(',') ?? [];
    const statuses = STATUSES.filter((one) => names.includes(one));
    const page = { statuses, before: readCursor(after), limit: limit + 1 };
    const rows = this.#parts.repository.list(ownerOf(call), page);
    const jobs = rows.slice(0, limit);
    const last = jobs.at(-1);
    const more = rows.length > limit && last !== undefined;
    const described = jobs.map((job) => this.#describe(job));
    return { body: { jobs: described, ...(more && { next: cursorOf(last) }) } };
  }

  async read(call: Call): Promise<Answer> {
    const job = this.#ownJob(call);
    const body = this.#describe(job);
    if (body.status !== 'succeeded') return { body };
    const { result } = this.#parts.repository.outcome(job.jobId);
    return { body: { ...body, ...(result !== null && { result: JSON.parse(result) }) } };
  }

  async cancel(call: Call): Promise<DecidedAnswer> {
    const { clock, onCancelled } = this.#parts;
    const job = this.#ownJob(call);
    const at = clock();
    return { decide: () => decideCancel(job, at, onCancelled) };
  }

  async events(call: Call, lastEventId: string | undefined): Promise<Feed | undefined> {
    const after = readLastEventId(lastEventId);
    const { jobId } = this.#ownJob(call);
    return this.#parts.streams.open(jobId, call.actor.id, after);
  }

  #ownJob(call: Call): JobSummary {
    const job = this.#parts.repository.findOwned(call.params.id ?? '', ownerOf(call));
    if (job === undefined) throw new AppError('not_found', 'This key has no such job.');
    call.concerns(job.jobId);
    return job;
  }

  #describe(job: JobSummary) {
    const { repository, clock } = this.#parts;
    const error = job.status === 'failed' ? repository.outcome(job.jobId).error : null;
    return describeJob(job, error, clock());
  }
}

const LIST = {
  scope: 'jobs',
  method: 'GET',
  path: '/jobs',
  operationId: 'jobs.list',
  summary: 'The jobs of this key',
  description: 'Newest first. Includes the jobs of the keys that this key has replaced.',
  query: jobsQuery,
  response: jobPage,
} as const;

const READ = {
  scope: 'jobs',
  method: 'GET',
  path: '/jobs/{id}',
  operationId: 'jobs.read',
  summary: 'The status and result of a job',
  description:
    'The result is the answer of the operation itself; it is kept until ' +
    '`expires_at`, and the job for the same time after that.',
  response: jobSchema,
} as const;

const CANCEL = {
  scope: 'jobs',
  method: 'DELETE',
  path: '/jobs/{id}',
  operationId: 'jobs.cancel',
  summary: 'Cancel a job',
  description: 'A queued job is cancelled at once; a running one is stopped. It has no result.',
  problems: { '409': '`conflict`: the job has ended' },
  response: jobSchema,
} as const;

const EVENTS = {
  scope: 'jobs',
  method: 'GET',
  path: '/jobs/{id}/events',
  operationId: 'jobs.events',
  summary: 'The events of a job, as they happen',
  description:
    'Server-Sent Events: `status` for every change of status, `progress` in between. The ' +
    'stream ends with the job, when the key is revoked or expires, and when the appliance ' +
    'stops; with `Last-Event-ID` it goes on where it was left. The result is not on it.',
  response: jobEvent,
} as const;

/** The operations on jobs of the calling key. */
export function jobOperations(parts: JobRouteParts): Operation[] {
  const handlers = new JobHandlers(parts);
  return [
    { ...LIST, handle: (call: Call, query: unknown) => handlers.list(call, query as JobsQuery) },
    { ...READ, handle: (call: Call) => handlers.read(call) },
    { ...CANCEL, handle: (call: Call) => handlers.cancel(call) },
    { ...EVENTS, open: (call, lastEventId) => handlers.events(call, lastEventId) },
  ];
}
