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

/** Minimum interval and minimum change between two writes. */
const EVERY_MS = 1_000;
const STEP = 0.005;

/** Stores the progress of a job from time to time; it never decreases. */
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
      // A busy or full disk: a later value will be written, or the end.
      () => undefined,
    );
  };
}
