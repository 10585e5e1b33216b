import type { KeyMode } from '../core/key-mode.js';
import type {
  JobEvent,
  JobPage,
  JobRepository,
  JobSummary,
  Move,
  NewJob,
  Owner,
  WaitingJob,
} from './job.js';
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

const AFTER_SQL = '(@createdAt IS NULL OR (created_at, job_id) < (@createdAt, @before))';
/** Filters and order of a list of jobs. */
const PAGE_SQL = `(@statuses = '[]' OR status IN (SELECT value FROM json_each(@statuses)))
  ORDER BY created_at DESC, job_id DESC LIMIT @limit`;

/** Counts of jobs that have not ended. */
interface OpenJobs {
  queued: number;
  running: number;
  fileBytes: number;
}

const pageValues = ({ statuses, before, limit }: JobPage) => ({
  limit,
  statuses: JSON.stringify(statuses),
  createdAt: before?.createdAt ?? null,
  before: before?.jobId ?? null,
});

function prepareQueries(database: Database) {
  return {
    insert: database.prepare(insertSql),
    find: database.prepare<[string], JobRow>(`SELECT ${SUMMARY} FROM jobs WHERE job_id = ?`),
    findOwned: database.prepare<[Record<string, unknown>], JobRow>(
      `SELECT ${SUMMARY} FROM jobs WHERE job_id = @jobId AND ${ownedSql}`,
    ),
    outcome: database.prepare<[string], { result: string | null; error: string | null }>(
      'SELECT result, error FROM jobs WHERE job_id = ?',
    ),
    list: database.prepare<[Record<string, unknown>], JobRow>(
      `SELECT ${SUMMARY} FROM jobs WHERE ${ownedSql}
         AND ${AFTER_SQL} AND ${PAGE_SQL}`,
    ),
    listAll: database.prepare<[Record<string, unknown>], JobRow>(
      `SELECT ${SUMMARY} FROM jobs WHERE (@mode IS NULL OR mode = @mode)
         AND ${AFTER_SQL} AND ${PAGE_SQL}`,
    ),
    openOf: database
      .prepare<[Record<string, unknown>], number>(
        `SELECT count(*) FROM jobs WHERE ${ownedSql} AND status IN ('queued', 'running')`,
      )
      .pluck(),
    open: database.prepare<[], OpenJobs>(
      `SELECT count(*) FILTER (WHERE status = 'queued') AS queued,
              count(*) FILTER (WHERE status = 'running') AS running,
              coalesce(sum(file_bytes), 0) AS fileBytes
       FROM jobs WHERE status IN ('queued', 'running')`,
    ),
    running: database
      .prepare<[], string>(`SELECT job_id FROM jobs WHERE status = 'running'`)
      .pluck(),
    files: database.prepare<[], string>('SELECT file FROM jobs WHERE file IS NOT NULL').pluck(),
    next: database.prepare<[string], JobRow>(NEXT_SQL),
    eventsAfter: database.prepare<[string, number], JobEvent>(
      'SELECT seq, status, progress, at FROM job_events WHERE job_id = ? AND seq > ? ORDER BY seq',
    ),
    ownerInForce: database.prepare<[Record<string, unknown>], unknown>(OWNER_IN_FORCE_SQL),
  };
}

class SqliteJobRepository implements JobRepository {
  readonly #queries: ReturnType<typeof prepareQueries>;
  readonly #moves: ReturnType<typeof createMoves>;
  readonly #forget: JobRepository['forget'];

  constructor(database: Database) {
    this.#queries = prepareQueries(database);
    this.#moves = createMoves(database);
    this.#forget = createForgetting(database, this.#moves.move);
  }

  insert({ urgent = false, ...job }: NewJob): void {
    this.#queries.insert.run({ ...job, urgent: urgent ? 1 : 0 });
    this.#moves.begin(job.jobId, job.createdAt);
  }

  find(jobId: string): JobSummary | undefined {
    const row = this.#queries.find.get(jobId);
    return row && toSummary(row);
  }

  findOwned(jobId: string, { mode, ownerId }: Owner): JobSummary | undefined {
    const row = this.#queries.findOwned.get({ jobId, mode, ownerId });
    return row && toSummary(row);
  }

  outcome(jobId: string): { result: string | null; error: string | null } {
    return this.#queries.outcome.get(jobId) ?? { result: null, error: null };
  }

  list({ mode, ownerId }: Owner, page: JobPage): JobSummary[] {
    return this.#queries.list.all({ mode, ownerId, ...pageValues(page) }).map(toSummary);
  }

  listAll(page: JobPage, mode?: KeyMode): JobSummary[] {
    return this.#queries.listAll.all({ mode: mode ?? null, ...pageValues(page) }).map(toSummary);
  }

  openOf({ mode, ownerId }: Owner): number {
    return this.#queries.openOf.get({ mode, ownerId }) ?? 0;
  }

  open(): OpenJobs {
    return this.#queries.open.get() ?? { queued: 0, running: 0, fileBytes: 0 };
  }

  running(): string[] {
    return this.#queries.running.all();
  }

  files(): string[] {
    return this.#queries.files.all();
  }

  next(without: readonly string[]): WaitingJob | undefined {
    const row = this.#queries.next.get(JSON.stringify(without));
    return row && toWaiting(row);
  }

  move(jobId: string, move: Move): { file: string | null } | false {
    return this.#moves.move(jobId, move);
  }

  advance(jobId: string, progress: number, at: number): void {
    this.#moves.advance(jobId, progress, at);
  }

  eventsAfter(jobId: string, seq: number): JobEvent[] {
    return this.#queries.eventsAfter.all(jobId, seq);
  }

  ownerInForce(ownerId: string, now: number): boolean {
    return this.#queries.ownerInForce.get({ ownerId, now }) !== undefined;
  }

  forget(now: number, keptMs: number): { expired: number; removed: number } {
    return this.#forget(now, keptMs);
  }
}

export const createJobRepository = (database: Database): JobRepository =>
  new SqliteJobRepository(database);
