import type { JobRepository, JobStatus, Move } from './job.js';
import type { Database } from './open.js';

const OPEN: readonly JobStatus[] = ['queued', 'running'];

/** State changes of jobs: each one adds an event. */
export function createMoves(database: Database) {
  const fileOf = database.prepare<[string], { file: string | null }>(
    'SELECT file FROM jobs WHERE job_id = ?',
  );
  const change = database.prepare<[Record<string, unknown>], { seq: number; progress: number }>(
    `UPDATE jobs SET status = @to, seq = seq + 1, attempts = attempts + @attempts,
       progress = coalesce(@progress, progress),
       started_at = CASE @to WHEN 'running' THEN @at WHEN 'queued' THEN NULL ELSE started_at END,
       ended_at = CASE WHEN @open OR @to = 'expired' THEN ended_at ELSE @at END,
       expires_at = coalesce(@expiresAt, expires_at),
       request = iif(@open, request, NULL), file = iif(@open, file, NULL),
       file_bytes = iif(@open, file_bytes, 0), result = @result, error = coalesce(@error, error)
     WHERE job_id = @jobId AND status IN (SELECT value FROM json_each(@from))
       AND (@attempt IS NULL OR attempts = @attempt)
     RETURNING seq, progress`,
  );
  const insertEvent = database.prepare(
    'INSERT INTO job_events (job_id, seq, status, progress, at) VALUES (?, ?, ?, ?, ?)',
  );
  const forgetProgress = database.prepare(
    'DELETE FROM job_events WHERE job_id = ? AND status IS NULL',
  );
  const advance = database.prepare<[number, string], { seq: number }>(
    `UPDATE jobs SET progress = ?, seq = seq + 1 WHERE job_id = ? AND status = 'running'
     RETURNING seq`,
  );
  return {
    move(jobId: string, { from, to, at, attempts = 0, attempt, ...more }: Move) {
      const open = OPEN.includes(to);
      const before = fileOf.get(jobId);
      const row = change.get({
        jobId,
        to,
        at,
        attempts,
        attempt: attempt ?? null,
        open: open ? 1 : 0,
        from: JSON.stringify(from),
        progress: more.progress ?? null,
        result: more.result ?? null,
        error: more.error ?? null,
        expiresAt: more.expiresAt ?? null,
      });
      if (row === undefined) return false;
      insertEvent.run(jobId, row.seq, to, row.progress, at);
      return { file: open ? null : (before?.file ?? null) };
    },
    advance(jobId: string, progress: number, at: number) {
      const row = advance.get(progress, jobId);
      if (row === undefined) return;
      forgetProgress.run(jobId);
      insertEvent.run(jobId, row.seq, null, progress, at);
    },
    begin: (jobId: string, at: number) => void insertEvent.run(jobId, 0, 'queued', 0, at),
  };
}

/** Expired jobs. */
export function createForgetting(database: Database, move: JobRepository['move']) {
  const over = database
    .prepare<[number], string>(
      `SELECT job_id FROM jobs WHERE status = 'succeeded' AND expires_at <= ?`,
    )
    .pluck();
  const remove = database.prepare(
    `DELETE FROM jobs
     WHERE status NOT IN ('queued', 'running') AND coalesce(expires_at, ended_at) <= ?`,
  );
  return (now: number, keptMs: number) => {
    const expired = over.all(now);
    for (const jobId of expired) move(jobId, { from: ['succeeded'], to: 'expired', at: now });
    return { expired: expired.length, removed: remove.run(now - keptMs).changes };
  };
}
