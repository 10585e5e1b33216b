import { isoTime } from '../../core/clock.js';
import type { JobEvent, JobSummary } from '../../store/job.js';
import type { JobFacts, JobStreamEvent } from './schema.js';
import { statusAt } from './states.js';

const time = <K extends string>(name: K, epochMs: number | null) =>
  epochMs === null ? {} : ({ [name]: isoTime(epochMs) } as Record<K, string>);

/** A job with the field names of the interface. */
export function describeJob(job: JobSummary, error: string | null, now: number): JobFacts {
  return {
    job_id: job.jobId,
    operation: job.operation,
    status: statusAt(job, now),
    progress: job.progress,
    attempts: job.attempts,
    created_at: isoTime(job.createdAt),
    ...time('started_at', job.startedAt),
    ...time('ended_at', job.endedAt),
    ...time('expires_at', job.status === 'succeeded' ? job.expiresAt : null),
    ...(error !== null && { error: JSON.parse(error) }),
  };
}

/** A job event in the form that streams send. */
export function describeEvent(jobId: string, { status, progress, at }: JobEvent): JobStreamEvent {
  return {
    job_id: jobId,
    ...(status !== null && { status }),
    progress,
    at: isoTime(at),
  };
}
