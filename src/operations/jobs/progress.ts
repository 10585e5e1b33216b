import type { AuditEvent } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import type { Commit } from '../../store/unit-of-work.js';
import { publishedProgress } from './states.js';

export interface ProgressParts {
  readonly commit: Commit<AuditEvent>;
  readonly clock: Clock;
  readonly jobId: string;
  readonly signal: AbortSignal;
  onChange(jobId: string): void;
}

/** How often it is written at most, and by how much it must have changed. */
const EVERY_MS = 1_000;
const STEP = 0.005;

/** Writes down how far a job has come, now and then; it only ever grows. */
export function createProgress(parts: ProgressParts): (fraction: number) => void {
  const { commit, clock, jobId, signal } = parts;
  let written = 0;
  let nextAt = 0;
  return (fraction) => {
    const progress = publishedProgress(fraction);
    const now = performance.now();
    if (signal.aborted || now < nextAt || progress < written + STEP) return;
    written = progress;
    nextAt = now + EVERY_MS;
    const write = { kind: 'job.advance', jobId, progress, at: clock() } as const;
    const work = { value: undefined, writes: [write], records: [] };
    commit({ work, wait: 'written' }).then(
      () => parts.onChange(jobId),
      // A busy or full disk: the next one is written, or the end.
      () => undefined,
    );
  };
}
