import { perform } from '../../calls/decide.js';
import type { Answer, Call, DecidedAnswer, Operation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { JobRepository, JobSummary } from '../../store/job.js';
import type { Decision } from '../../store/unit-of-work.js';
import { describeJob } from './describe.js';
import { type JobsQuery, jobEvent, jobPage, jobSchema, jobsQuery } from './schema.js';
import { OPEN, STATUSES } from './states.js';
import type { Streams } from './streams.js';

export interface JobRouteParts {
  readonly repository: JobRepository;
  readonly streams: Streams;
  readonly clock: Clock;
  /** Stops the work on a job that was cancelled, and removes the file that is not needed any more. */
  readonly onCancelled: (jobId: string, file: string | null) => Promise<void>;
}

const ownerOf = ({ mode, actor }: Call) => ({ mode, keyId: actor.id });

/** The cursor of the next page. */
const cursorOf = ({ createdAt, jobId }: JobSummary): string =>
  Buffer.from(`${createdAt}:${jobId}`).toString('base64url');

function readCursor(text: string | undefined) {
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

const SCOPE = { scope: 'jobs' } as const;

function* decideCancel(
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

/** What a client can do with the jobs of its key. */
export function jobOperations(parts: JobRouteParts): Operation[] {
  const { repository, streams, clock, onCancelled } = parts;

  function owned(call: Call): JobSummary {
    const id = call.params.id ?? '';
    const job = repository.findOwned(id, ownerOf(call));
    if (job === undefined) throw new AppError('not_found', 'This key has no such job.');
    call.concerns(job.jobId);
    return job;
  }

  const facts = (job: JobSummary) =>
    describeJob(job, job.status === 'failed' ? repository.outcome(job.jobId).error : null, clock());

  async function list(call: Call, asked: unknown): Promise<Answer> {
    const { status, limit, after } = asked as JobsQuery;
    const wanted = status?.split(',') ?? [];
    const statuses = STATUSES.filter((one) => wanted.includes(one));
    const page = { statuses, before: readCursor(after), limit: limit + 1 };
    const found = repository.list(ownerOf(call), page);
    const jobs = found.slice(0, limit);
    const last = jobs.at(-1);
    const more = found.length > limit && last !== undefined;
    return { body: { jobs: jobs.map(facts), ...(more && { next: cursorOf(last) }) } };
  }

  async function read(call: Call): Promise<Answer> {
    const job = owned(call);
    const body = facts(job);
    if (body.status !== 'succeeded') return { body };
    const { result } = repository.outcome(job.jobId);
    return { body: { ...body, ...(result !== null && { result: JSON.parse(result) }) } };
  }

  async function cancel(call: Call): Promise<DecidedAnswer> {
    const job = owned(call);
    const at = clock();
    return { decide: () => decideCancel(job, at, onCancelled) };
  }

  return [
    {
      ...SCOPE,
      method: 'GET',
      path: '/jobs',
      operationId: 'jobs.list',
      summary: 'The jobs of this key',
      description: 'Newest first. Includes the jobs of the keys that this key has replaced.',
      query: jobsQuery,
      response: jobPage,
      handle: list,
    },
    {
      ...SCOPE,
      method: 'GET',
      path: '/jobs/{id}',
      operationId: 'jobs.read',
      summary: 'The status and result of a job',
      description:
        'The result is the answer of the operation itself; it is kept until ' +
        '`expires_at`, and the job for the same time after that.',
      response: jobSchema,
      handle: read,
    },
    {
      ...SCOPE,
      method: 'DELETE',
      path: '/jobs/{id}',
      operationId: 'jobs.cancel',
      summary: 'Cancel a job',
      description: 'A queued job is cancelled at once; a running one is stopped. It has no result.',
      problems: { '409': '`conflict`: the job has ended' },
      response: jobSchema,
      handle: cancel,
    },
    {
      ...SCOPE,
      method: 'GET',
      path: '/jobs/{id}/events',
      operationId: 'jobs.events',
      summary: 'The events of a job, as they happen',
      description:
        'Server-Sent Events: `status` for every change of status, `progress` in between. The ' +
        'stream ends with the job, when the key is revoked or expires, and when the appliance ' +
        'stops; with `Last-Event-ID` it goes on where it was left. The result is not on it.',
      response: jobEvent,
      async open(call, lastEventId) {
        const after = readLastEventId(lastEventId);
        return streams.open(owned(call).jobId, call.actor.id, after);
      },
    },
  ];
}
