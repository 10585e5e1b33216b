import { z } from 'zod';
import { readinessSchema } from '../../http/schema.js';
import { time } from './common-schema.js';

export const checkResult = z.strictObject({
  check: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  found: z.string().describe('as a sentence'),
  remedy: z.string().optional().describe('what an administrator does about it'),
});
export type CheckLine = z.output<typeof checkResult>;

const { checks } = readinessSchema.shape;

export const boxStatus = z.strictObject({
  version: z.string(),
  now: time.describe('by the clock of the appliance'),
  started_at: time,
  uptime_s: z.int(),
  readiness: readinessSchema.shape.status,
  state: z.enum(['ok', 'warning', 'failed']).describe('the worst of `attention`'),
  attention: z
    .array(checkResult)
    .describe('what needs somebody, the worst first; `doctor` examines more, and takes longer'),
  fine: z.array(checkResult).describe('the checks without a fault'),
  models: checks.shape.models,
  workers: z.strictObject({
    configured: z.int(),
    up: z.int(),
    busy: z.int(),
    queued: z.int(),
  }),
  analysis: checks.shape.analysis,
  jobs: z.strictObject({ queued: z.int(), running: z.int() }),
  disk: z.strictObject({
    free_mb: z.int(),
    reserve_mb: z.int().describe('below it new work is refused'),
    status: z.enum(['ok', 'low']),
  }),
  memory: z.strictObject({
    total_mb: z.int(),
    free_mb: z.int(),
    daemon_mb: z.int().describe('of the daemon itself, without its workers'),
  }),
  database: z.strictObject({
    status: z.enum(['ok', 'failed']),
    search_index: z.enum(['ok', 'rebuilding']),
    bytes: z.int().describe('with its write-ahead log'),
    encrypted: z.boolean(),
  }),
  backups: z.strictObject({
    count: z.int(),
    newest_at: time.nullable(),
  }),
  certificate: z.strictObject({
    mode: z.enum(['off', 'auto', 'files']),
    expires_at: time.nullable(),
  }),
  audit: z.strictObject({
    records: z.int().describe('ever written'),
    newest_checkpoint_at: time.nullable(),
    segments: z.int().describe('sealed files'),
  }),
  connections: z.strictObject({ open: z.int(), busy: z.int() }),
});
export type BoxStatus = z.output<typeof boxStatus>;
