import type { JobStatus, JobSummary } from '../../store/job.js';

export const STATUSES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly JobStatus[];

/** The statuses of an unfinished job. */
export const OPEN = ['queued', 'running'] as const satisfies readonly JobStatus[];

export const hasEnded = (status: JobStatus): boolean =>
  !(OPEN as readonly JobStatus[]).includes(status);

/** After this many attempts during which the appliance or its worker died, a job is not tried again. */
export const MAX_ATTEMPTS = 3;

/** The highest progress of running work: only an answer is complete. */
const NEARLY = 0.99;

/** The progress in the form that is published: 0..1 in thousandths. */
export function publishedProgress(fraction: number): number {
  if (Number.isNaN(fraction)) return 0;
  return Math.round(Math.min(NEARLY, Math.max(0, fraction)) * 1_000) / 1_000;
}

/** An expired result is no longer shown, even before it is deleted. */
export function statusAt({ status, expiresAt }: JobSummary, now: number): JobStatus {
  return status === 'succeeded' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

/** The next status of a job whose work has failed. */
export type FailureAction =
  /** The appliance was busy or about to stop: the attempt does not count. */
  | 'postpone'
  /** The worker died, perhaps because of this job. */
  | 'try-again'
  | 'fail';

/** @param attempts including the one that has just ended */
export function failureAction(code: string, attempts: number): FailureAction {
  if (code === 'overloaded' || code === 'shutting_down') return 'postpone';
  if (code === 'model_unavailable' && attempts < MAX_ATTEMPTS) return 'try-again';
  return 'fail';
}
