import { join } from 'node:path';
import { AppError } from '../../core/errors.js';
import { createRequestStore, JOBS_FOLDER } from '../../operations/jobs/request-store.js';
import { OPEN } from '../../operations/jobs/states.js';
import { createJobRepository } from '../../store/job-repository.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  configFor,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';

/** Cancels a job, whether or not a daemon is running. */
export async function cancel(
  context: CommandContext,
  jobId: string,
  options: CommonOptions,
): Promise<void> {
  const { output, clock } = context;
  const folder = join(configFor(context, options).data_dir, JOBS_FOLDER);
  await withDatabase(context, options, async (database) => {
    const repository = createJobRepository(database);
    const actor = administrator(context);
    const event = { action: 'jobs.cancel', target: jobId, outcome: 'success', actor } as const;
    const work = () => {
      const found = repository.find(jobId);
      if (found === undefined) throw new AppError('not_found', `There is no job ${jobId}.`);
      const moved = repository.move(jobId, { from: OPEN, to: 'cancelled', at: clock() });
      if (moved === false) throw new AppError('conflict', `${jobId} has ended: ${found.status}.`);
      return { value: moved.file, records: [event] };
    };
    const file = await commitQueue(context, database).run(work, { wait: 'synced' });
    await createRequestStore(folder).remove(file);
    output.out(options.json ? json({ job_id: jobId, cancelled: true }) : `${jobId} is cancelled.`);
  });
}
