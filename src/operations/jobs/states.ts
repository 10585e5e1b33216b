import type { JobStatus, JobSummary } from '../../store/job.js';

export const STATUSES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly JobStatus[];

/** Of a job that has not come to its end. */
export const OPEN = ['queued', 'running'] as const satisfies readonly JobStatus[];

export const hasEnded = (status: JobStatus): boolean =>
  !(OPEN as readonly JobStatus[]).includes(status);

/** A job that the appliance did not survive so often is not tried again. */
export const MAX_ATTEMPTS = 3;

/** Running work is never whole: only an answer is. */
const NEARLY = 0.99;

/** The progress in the form that is published: 0..1 in thousandths. */
export function publishedProgress(fraction: number): number {
  if (Number.isNaN(fraction)) return 0;
  return Math.round(Math.min(NEARLY, Math.max(0, fraction)) * 1_000) / 1_000;
}

/** A result whose time is over is not shown any more, even where it is still to be wiped. */
export function statusAt({ status, expiresAt }: JobSummary, now: number): JobStatus {
  return status === 'succeeded' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

/** What happens to a job whose work has failed. */
export type FailureAction =
  /** The appliance was busy or about to stop: as if it had not been tried. */
  | 'postpone'
  /** The worker died, perhaps of this job. */
  | 'try-again'
  | 'fail';

/** @param attempts with the one that has just ended */
export function failureAction(code: string, attempts: number): FailureAction {
  if (code === 'overloaded' || code === 'shutting_down') return 'postpone';
  if (code === 'model_unavailable' && attempts < MAX_ATTEMPTS) return 'try-again';
  return 'fail';
}
