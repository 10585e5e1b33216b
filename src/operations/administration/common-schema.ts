import { z } from 'zod';

export const time = z.iso.datetime();
export const runState = z.enum(['never', 'running', 'done', 'failed']);
export const emptyRequest = z.strictObject({});

/** Bodies of administration are small. */
export const SMALL_BODY_BYTES = 64 * 1024;

export const runTimes = {
  state: runState.describe('`never`: not run since the start of the appliance'),
  started_at: time.optional(),
  ended_at: time.optional(),
  reason: z.string().optional().describe('why it could not be done'),
};

export const instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T08:00:00Z' })
  .optional();
