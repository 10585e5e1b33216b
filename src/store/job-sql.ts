import { APPLIANCE_ID } from '../core/appliance-id.js';
import type { KeyMode } from '../core/key-mode.js';
import type { JobStatus, JobSummary, WaitingJob } from './job.js';

export interface JobRow {
  job_id: string;
  mode: KeyMode;
  owner_id: string;
  operation: string;
  request_id: string;
  status: JobStatus;
  progress: number;
  attempts: number;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  expires_at: number | null;
  request?: string;
  file?: string | null;
}

export const SUMMARY = `job_id, mode, owner_id, operation, request_id, status, progress, attempts,
  created_at, started_at, ended_at, expires_at`;

export const toSummary = (row: JobRow): JobSummary => ({
  jobId: row.job_id,
  mode: row.mode,
  ownerId: row.owner_id,
  operation: row.operation,
  requestId: row.request_id,
  status: row.status,
  progress: row.progress,
  attempts: row.attempts,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  expiresAt: row.expires_at,
});

export const toWaiting = (row: JobRow): WaitingJob => ({
  ...toSummary(row),
  request: row.request ?? '{}',
  file: row.file ?? null,
});

export const insertSql = `
  INSERT INTO jobs
    (job_id, mode, owner_id, operation, request_id, status, urgent, request, file, file_bytes,
     created_at)
  VALUES
    (@jobId, @mode, @ownerId, @operation, @requestId, 'queued', @urgent, @request, @file, @fileBytes,
     @createdAt)`;

/** This owner and, of a key, all its predecessors, recursively. */
export const ownedSql = `mode = @mode AND owner_id IN (
  WITH RECURSIVE line (id) AS (
    VALUES (@ownerId)
    UNION
    SELECT rotated_from FROM api_keys JOIN line ON key_id = id WHERE rotated_from IS NOT NULL)
  SELECT id FROM line)`;

export const OWNER_IN_FORCE_SQL = `
  WITH RECURSIVE line (id) AS (
    VALUES (@ownerId)
    UNION
    SELECT key_id FROM api_keys JOIN line ON rotated_from = id)
  SELECT 1 FROM api_keys
  WHERE key_id IN (SELECT id FROM line) AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > @now)
  UNION ALL
  SELECT 1 FROM users WHERE user_id = @ownerId AND disabled_at IS NULL
  UNION ALL
  SELECT 1 WHERE @ownerId = '${APPLIANCE_ID}'
  LIMIT 1`;

export const NEXT_SQL = `
  SELECT ${SUMMARY}, request, file FROM jobs AS job
  WHERE status = 'queued' AND operation NOT IN (SELECT value FROM json_each(?))
  ORDER BY urgent DESC, (SELECT count(*) FROM jobs AS other
            WHERE other.status = 'running' AND other.owner_id = job.owner_id),
    created_at, job_id
  LIMIT 1`;
