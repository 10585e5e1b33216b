import type { JobEvent, JobRepository } from './job.js';
import { createForgetting, createMoves } from './job-moves.js';
import {
  insertSql,
  type JobRow,
  NEXT_SQL,
  OWNER_IN_FORCE_SQL,
  ownedSql,
  SUMMARY,
  toSummary,
  toWaiting,
} from './job-sql.js';
import type { Database } from './open.js';

export function createJobRepository(database: Database): JobRepository {
  const insert = database.prepare(insertSql);
  const find = database.prepare<[string], JobRow>(`SELECT ${SUMMARY} FROM jobs WHERE job_id = ?`);
  const owned = database.prepare<[Record<string, unknown>], JobRow>(
    `SELECT ${SUMMARY} FROM jobs WHERE job_id = @jobId AND ${ownedSql}`,
  );
  const outcome = database.prepare<[string], { result: string | null; error: string | null }>(
    'SELECT result, error FROM jobs WHERE job_id = ?',
  );
  const page = `(@statuses = '[]' OR status IN (SELECT value FROM json_each(@statuses)))
     ORDER BY created_at DESC, job_id DESC LIMIT @limit`;
  const list = database.prepare<[Record<string, unknown>], JobRow>(
    `SELECT ${SUMMARY} FROM jobs WHERE ${ownedSql}
       AND (@createdAt IS NULL OR (created_at, job_id) < (@createdAt, @before)) AND ${page}`,
  );
  const listAll = database.prepare<[Record<string, unknown>], JobRow>(
    `SELECT ${SUMMARY} FROM jobs WHERE ${page}`,
  );
  const openOf = database
    .prepare<[Record<string, unknown>], number>(
      `SELECT count(*) FROM jobs WHERE ${ownedSql} AND status IN ('queued', 'running')`,
    )
    .pluck();
  const open = database.prepare<[], { queued: number; running: number; fileBytes: number }>(
    `SELECT count(*) FILTER (WHERE status = 'queued') AS queued,
            count(*) FILTER (WHERE status = 'running') AS running,
            coalesce(sum(file_bytes), 0) AS fileBytes
     FROM jobs WHERE status IN ('queued', 'running')`,
  );
  const running = database
    .prepare<[], string>(`SELECT job_id FROM jobs WHERE status = 'running'`)
    .pluck();
  const files = database
    .prepare<[], string>('SELECT file FROM jobs WHERE file IS NOT NULL')
    .pluck();
  const next = database.prepare<[string], JobRow>(NEXT_SQL);
  const events = database.prepare<[string, number], JobEvent>(
    'SELECT seq, status, progress, at FROM job_events WHERE job_id = ? AND seq > ? ORDER BY seq',
  );
  const inForce = database.prepare<[Record<string, unknown>], unknown>(OWNER_IN_FORCE_SQL);
  const { move, advance, begin } = createMoves(database);
  return {
    insert(job) {
      insert.run(job);
      begin(job.jobId, job.createdAt);
    },
    find(jobId) {
      const row = find.get(jobId);
      return row && toSummary(row);
    },
    findOwned(jobId, { mode, keyId }) {
      const row = owned.get({ jobId, mode, keyId });
      return row && toSummary(row);
    },
    outcome: (jobId) => outcome.get(jobId) ?? { result: null, error: null },
    list: ({ mode, keyId }, { statuses, before, limit }) =>
      list
        .all({
          mode,
          keyId,
          limit,
          statuses: JSON.stringify(statuses),
          createdAt: before?.createdAt ?? null,
          before: before?.jobId ?? null,
        })
        .map(toSummary),
    listAll: ({ statuses, limit }) =>
      listAll.all({ statuses: JSON.stringify(statuses), limit }).map(toSummary),
    openOf: ({ mode, keyId }) => openOf.get({ mode, keyId }) ?? 0,
    open: () => open.get() ?? { queued: 0, running: 0, fileBytes: 0 },
    running: () => running.all(),
    files: () => files.all(),
    next(without) {
      const row = next.get(JSON.stringify(without));
      return row && toWaiting(row);
    },
    move,
    advance,
    eventsAfter: (jobId, seq) => events.all(jobId, seq),
    ownerInForce: (keyId, now) => inForce.get({ keyId, now }) !== undefined,
    forget: createForgetting(database, move),
  };
}
