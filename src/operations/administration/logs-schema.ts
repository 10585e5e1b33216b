import { z } from 'zod';
import { time } from './common-schema.js';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** From harmless to serious; `fatal` counts as an error. */
export const LEVEL_RANK: Readonly<Record<string, number>> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  fatal: 4,
};

export const logQuery = z.strictObject({
  level: z.enum(LEVELS).default('info').describe('this level and more serious ones'),
  request_id: z.string().max(200).optional().describe('only lines about this request'),
  limit: z.coerce.number('must be a number').int().min(1).max(1_000).default(200),
});
export type LogQuery = z.output<typeof logQuery>;

export const logLines = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        at: time,
        level: z.string(),
        message: z.string(),
        facts: z.record(z.string(), z.unknown()).describe('codes, counts, times and ids'),
      }),
    )
    .describe('newest first, of the last hour; never with data of patients'),
});
