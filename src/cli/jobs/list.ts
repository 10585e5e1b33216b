import { isoTime } from '../../core/clock.js';
import { invalidField } from '../../core/errors.js';
import { describeJob } from '../../operations/jobs/describe.js';
import { STATUSES } from '../../operations/jobs/states.js';
import type { JobStatus, JobSummary } from '../../store/job.js';
import { createJobRepository } from '../../store/job-repository.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { linesOf } from '../lines-option.js';
import { json, table } from '../output.js';

export interface ListOptions extends CommonOptions {
  readonly status?: string;
  readonly lines: string;
}

function statusesOf(text: string | undefined): JobStatus[] {
  const wanted = text?.split(',') ?? [];
  const known = STATUSES.filter((one) => wanted.includes(one));
  if (known.length === wanted.length) return known;
  throw invalidField('status', `must be among ${STATUSES.join(', ')}, separated by commas`);
}

/** The owner with the field names of the interface. */
const ownerOf = ({ ownerId }: JobSummary) =>
  ownerId.startsWith('user_') ? { user_id: ownerId } : { key_id: ownerId };

const rowOf = ({ jobId, mode, ownerId, operation, status, ...job }: JobSummary) => [
  jobId,
  mode,
  ownerId,
  operation,
  status,
  `${Math.floor(job.progress * 100)} %`,
  isoTime(job.createdAt),
  job.endedAt === null ? null : isoTime(job.endedAt),
];

const HEAD = ['JOB', 'MODE', 'OWNER', 'OPERATION', 'STATUS', 'DONE', 'CREATED', 'ENDED'];

/** Lists queued, running and ended jobs. */
export async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const { output, clock } = context;
  const page = { statuses: statusesOf(options.status), limit: linesOf(options.lines) };
  await withDatabase(context, options, (database) => {
    const repository = createJobRepository(database);
    const found = repository.listAll(page);
    if (options.json) {
      const described = found.map((job) => {
        const error = job.status === 'failed' ? repository.outcome(job.jobId).error : null;
        return { ...describeJob(job, error, clock()), mode: job.mode, ...ownerOf(job) };
      });
      return output.out(json(described));
    }
    if (found.length === 0) return output.out('There are no such jobs.');
    output.out(table(HEAD, found.map(rowOf)));
  });
}
