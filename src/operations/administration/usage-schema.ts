import { z } from 'zod';
import { instant, time } from './common-schema.js';

export const usageQuery = z.strictObject({
  since: instant.describe('default: 24 hours before `until`'),
  until: instant.describe('default: now'),
});
export type UsageQuery = z.output<typeof usageQuery>;

export const usageAnswer = z.strictObject({
  since: time,
  until: time,
  complete: z.boolean().describe('false: only the newest records of the interval were counted'),
  counted_from: time.nullable().describe('the oldest record that was counted'),
  actors: z
    .array(
      z.strictObject({
        type: z.string().describe('`api_key`, `user`, `administrator`, `appliance`, `unknown`'),
        id: z.string(),
        name: z.string().nullable(),
        total: z.int(),
        refused: z.int(),
        failed: z.int(),
        operations: z.array(
          z.strictObject({
            operation: z.string(),
            success: z.int(),
            refused: z.int(),
            failed: z.int(),
          }),
        ),
      }),
    )
    .describe('the busiest first'),
});
export type UsageAnswer = z.output<typeof usageAnswer>;
