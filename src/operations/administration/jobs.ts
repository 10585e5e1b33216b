import type { Answer, Call, DecidedAnswer, Operation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { JobRepository, JobSummary } from '../../store/job.js';
import type { Decision } from '../../store/unit-of-work.js';
import { describeJob } from '../jobs/describe.js';
import { cursorOf, decideCancel, readCursor } from '../jobs/route.js';
import { type JobsQuery, jobsQuery } from '../jobs/schema.js';
import { STATUSES } from '../jobs/states.js';
import { type OwnedJob, ownedJob, ownedJobPage } from './jobs-schema.js';

export interface JobAdministrationParts {
  readonly repository: JobRepository;
  readonly clock: Clock;
  /** The name of a key or a person. */
  readonly nameOf: (ownerId: string) => string | null;
  readonly onCancelled: (jobId: string, file: string | null) => Promise<void>;
}

interface OwnedCancel {
  readonly job: JobSummary;
  readonly at: number;
  readonly onCancelled: JobAdministrationParts['onCancelled'];
  readonly body: OwnedJob;
}

function* decideOwnedCancel({ job, at, onCancelled, body }: OwnedCancel): Decision<Answer> {
  return { ...(yield* decideCancel(job, at, onCancelled)), body };
}

/** The jobs of all keys and people of a world, without what they are about. */
export function jobAdministration(parts: JobAdministrationParts): Operation[] {
  const { repository, clock, nameOf, onCancelled } = parts;

  function described(job: JobSummary): OwnedJob {
    const { error } = job.status === 'failed' ? repository.outcome(job.jobId) : { error: null };
    const { code } = error === null ? {} : (JSON.parse(error) as { code?: string });
    return {
      ...describeJob(job, null, clock()),
      owner_id: job.ownerId,
      owner_name: nameOf(job.ownerId),
      ...(code !== undefined && { error_code: code }),
    };
  }

  async function list({ mode }: Call, { status, limit, after }: JobsQuery): Promise<Answer> {
    const names = status?.split(',') ?? [];
    const statuses = STATUSES.filter((one) => names.includes(one));
    const page = { statuses, before: readCursor(after), limit: limit + 1 };
    const rows = repository.listAll(page, mode);
    const jobs = rows.slice(0, limit);
    const last = jobs.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { body: { jobs: jobs.map(described), ...(more && { next: cursorOf(last) }) } };
  }

  async function cancel(call: Call): Promise<DecidedAnswer> {
    const job = repository.find(call.params.id ?? '');
    if (job?.mode !== call.mode) throw new AppError('not_found', 'There is no such job.');
    call.concerns(job.jobId);
    const at = clock();
    const body = described({ ...job, status: 'cancelled', endedAt: at });
    return { decide: () => decideOwnedCancel({ job, at, onCancelled, body }) };
  }

  const scope = 'administration';
  return [
    {
      scope,
      method: 'GET',
      path: '/admin/jobs',
      operationId: 'admin.jobs.list',
      summary: 'The jobs of all keys and people of this world',
      description: 'Newest first, without requests, results and messages.',
      query: jobsQuery,
      response: ownedJobPage,
      handle: (call: Call, query: unknown) => list(call, query as JobsQuery),
    },
    {
      scope,
      method: 'DELETE',
      path: '/admin/jobs/{id}',
      operationId: 'admin.jobs.cancel',
      summary: 'Cancel a job of anybody',
      description: 'A queued job is cancelled at once; a running one is stopped. It has no result.',
      problems: { '409': '`conflict`: the job has ended' },
      response: ownedJob,
      duringFaults: true,
      handle: (call: Call) => cancel(call),
    },
  ];
}
